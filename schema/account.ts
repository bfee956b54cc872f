import type { Account as Row } from '../prisma/client/client.ts'
import { microJson } from '../src/credit/money.ts'
import {
  type AccountSettings,
  type BalanceLow,
  balanceLowOf,
  type ConsoleParameter,
  ownAccount,
  parametersOf,
  readAccount,
} from '../src/key/account-settings.ts'
import { updateAccount } from '../src/key/update-account.ts'
import { RawJson } from '../src/lib/raw-json.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { ApiKeyScope } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const AccountDefaults = builder.objectRef<Row>('AccountDefaults').implement({
  description: 'Defaults for creates that leave a field out.',
  fields: (t) => ({
    useContextIr: t.exposeBoolean('useContextIr', { description: 'Whether context IR is requested.' }),
  }),
})

const AccountLimits = builder.objectRef<AccountSettings>('AccountLimits').implement({
  description: 'Limits of the account and their current use.',
  fields: (t) => ({
    concurrency: t.exposeInt('concurrencyLimit', { description: 'Maximum number of unfinished tasks.' }),
    activeTasks: t.exposeInt('activeTasks', { description: 'Unfinished tasks now.' }),
    createsPerMinute: t.exposeInt('createsPerMinute', { description: 'Creates per minute for each key.' }),
    callsPerMinute: t.exposeInt('callsPerMinute', { description: 'Other calls per minute for each key.' }),
    accountCreatesPerMinute: t.exposeInt('accountCreatesPerMinute', {
      description: 'Creates per minute for all keys together.',
    }),
    accountCallsPerMinute: t.exposeInt('accountCallsPerMinute', {
      description: 'Other calls per minute for all keys together.',
    }),
    keys: t.exposeInt('keyLimit', { description: 'Maximum number of keys that are neither revoked nor expired.' }),
    activeKeys: t.exposeInt('activeKeys', { description: 'Active keys now.' }),
    uploadBytes: t.exposeFloat('uploadLimitBytes', { description: 'Maximum size of all kept uploads, in bytes.' }),
    uploadedBytes: t.exposeFloat('uploadedBytes', {
      description:
        'Size of all uploads kept now, in bytes: every file that is neither deleted nor removed after it expired.',
    }),
  }),
})

const ConsoleParameterType = builder.objectRef<ConsoleParameter>('ConsoleParameter').implement({
  description: 'How a console should show a parameter of a create.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the parameter, as in REST.' }),
    visible: t.exposeBoolean('visible', { description: 'Whether it is shown.' }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value that a console fills in.',
      resolve: (parameter) => (parameter.default === null ? null : new RawJson(JSON.stringify(parameter.default))),
    }),
  }),
})

const AccountConsole = builder.objectRef<Row>('AccountConsole').implement({
  description: 'Settings of the operator for consoles. They are never applied to API calls.',
  fields: (t) => ({
    parameters: t.field({
      type: [ConsoleParameterType],
      description: 'Parameters that a console should show or hide.',
      resolve: ({ consoleParameters }) => parametersOf(consoleParameters),
    }),
  }),
})

const BalanceLowType = builder.objectRef<BalanceLow>('AccountBalanceLow').implement({
  description: 'When a webhook reports that little credit is left.',
  fields: (t) => ({
    thresholdMicro: t.expose('thresholdMicro', {
      type: 'MicroYuan',
      description: 'Less available credit than this is reported.',
    }),
    webhookUrl: t.expose('webhookUrl', { type: 'URL', description: 'URL that receives `account.balance_low`.' }),
  }),
})

const Account = builder.prismaNode('Account', {
  description: 'The account that owns the calling key.',
  id: { field: 'id', description: 'Prefixed `acc_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => ownAccount(caller, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the account.' }),
    apiVersion: t.exposeString('apiVersion', {
      description:
        'Version of REST used for requests without an API-Version header. GraphQL always uses the current version.',
    }),
    keyScopes: t.field({
      type: [ApiKeyScope],
      description: 'What the calling key may do.',
      resolve: (_account, _args, { caller }) => [...caller.scopes],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was opened.' }),
    balanceLow: t.field({
      type: BalanceLowType,
      nullable: true,
      description: 'When a low balance is reported; null if it never is.',
      resolve: ({ balanceLowMicro, balanceLowUrl }) => balanceLowOf(balanceLowMicro, balanceLowUrl),
    }),
    defaults: t.field({
      type: AccountDefaults,
      description: 'Defaults for creates that leave a field out.',
      resolve: (account) => account,
    }),
    limits: t.field({
      type: AccountLimits,
      description: 'Limits of the account and their current use.',
      resolve: (_account, _args, { rooms, caller }) => readAccount(rooms.resources, caller),
    }),
    console: t.field({
      type: AccountConsole,
      description: 'Settings of the operator for consoles.',
      resolve: (account) => account,
    }),
  }),
})

builder.queryField('account', (t) =>
  t.prismaField({
    type: Account,
    description: 'The account of the key.',
    resolve: (query, _root, _args, { rooms, caller }) =>
      rooms.resources.prisma.account.findUniqueOrThrow({ ...query, where: ownAccount(caller) }),
  }),
)

const AccountDefaultsInput = builder.inputType('AccountDefaultsInput', {
  description: 'Defaults to save. Fields left out keep their values.',
  fields: (t) => ({
    useContextIr: t.boolean({ description: 'Whether creates request context IR by default.' }),
  }),
})

const BalanceLowInput = builder.inputType('AccountBalanceLowInput', {
  description: 'When to report that little credit is left.',
  fields: (t) => ({
    thresholdMicro: t.field({
      type: 'MicroYuan',
      required: true,
      description: 'Less available credit than this is reported.',
    }),
    webhookUrl: t.field({ type: 'URL', required: true, description: 'URL that receives it; https only.' }),
  }),
})

const AccountUpdateInput = builder.inputType('AccountUpdateInput', {
  description: 'Settings to change. Fields left out keep their values. The operator sets everything else.',
  fields: (t) => ({
    defaults: t.field({ type: AccountDefaultsInput, description: 'Defaults of a create.' }),
    apiVersion: t.string({
      description:
        'Version of REST for the account: `2026-11-01`, or `2026-06-01` if the operator enabled the earlier version for it.',
    }),
    balanceLow: t.field({
      type: BalanceLowInput,
      description:
        'Reports by webhook when the available credit falls below a threshold: once, and again only after it was at the ' +
        'threshold or above. null turns it off.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface AccountUpdateResult {
  readonly done: boolean
  readonly userErrors: readonly UserErrorShape[]
}

const AccountUpdatePayload = builder.objectRef<AccountUpdateResult>('AccountUpdatePayload').implement({
  description: 'The account after the change.',
  fields: (t) => ({
    account: t.prismaField({
      type: Account,
      nullable: true,
      description: 'The changed account; null if the call was refused.',
      resolve: (query, { done }, _args, { rooms, caller }) =>
        done ? rooms.resources.prisma.account.findUnique({ ...query, where: ownAccount(caller) }) : null,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why nothing was changed; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('accountUpdate', (t) =>
  t.field({
    type: AccountUpdatePayload,
    nullable: true,
    description:
      'Changes the account’s own settings: `defaults` needs VIDEOS_WRITE; `apiVersion` and `balanceLow` need KEYS_ADMIN.',
    args: { input: t.arg({ type: AccountUpdateInput, required: true, description: 'What to change.' }) },
    async resolve(_root, { input }, { rooms, caller, ...context }) {
      const { defaults, apiVersion, balanceLow, idempotencyKey } = input
      const body = JSON.stringify({
        defaults: defaults && { use_context_ir: defaults.useContextIr },
        api_version: apiVersion,
        balance_low: balanceLow && {
          threshold_micro: microJson(balanceLow.thresholdMicro),
          webhook_url: balanceLow.webhookUrl,
        },
      })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => updateAccount(rooms.resources, caller, call))
      return { done: done !== null, userErrors }
    },
  }),
)
