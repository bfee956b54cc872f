import { type AccountSettings, type ConsoleParameter, readAccount } from '../src/key/account.ts'
import { updateAccount } from '../src/key/update-account.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { ApiKeyScope } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'
import { RawJson } from './json.ts'

const AccountDefaults = builder.objectRef<AccountSettings>('AccountDefaults').implement({
  description: 'What holds for a create that says nothing else.',
  fields: (t) => ({
    useContextIr: t.exposeBoolean('useContextIr', { description: 'Whether context IR is asked for.' }),
  }),
})

const AccountLimits = builder.objectRef<AccountSettings>('AccountLimits').implement({
  description: 'What the account may do at a time.',
  fields: (t) => ({
    concurrency: t.exposeInt('concurrencyLimit', { description: 'Unfinished tasks at a time.' }),
    activeTasks: t.exposeInt('activeTasks', { description: 'Unfinished tasks now.' }),
    createsPerMinute: t.exposeInt('createsPerMinute', { description: 'Creates a minute for each key.' }),
    callsPerMinute: t.exposeInt('callsPerMinute', { description: 'Other calls a minute for each key.' }),
  }),
})

const ConsoleParameterType = builder.objectRef<ConsoleParameter>('ConsoleParameter').implement({
  description: 'How a console is to show a parameter of a create.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the parameter, in REST words.' }),
    visible: t.exposeBoolean('visible', { description: 'Whether it is shown.' }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What a console fills in.',
      resolve: (parameter) => (parameter.default === null ? null : new RawJson(JSON.stringify(parameter.default))),
    }),
  }),
})

const AccountConsole = builder.objectRef<AccountSettings>('AccountConsole').implement({
  description: 'What the operator sets for consoles; never applied to a call.',
  fields: (t) => ({
    parameters: t.field({
      type: [ConsoleParameterType],
      description: 'Parameters that a console is to show or hide.',
      resolve: ({ consoleParameters }) => [...consoleParameters],
    }),
  }),
})

const Account = builder.objectRef<AccountSettings>('Account')

builder.node(Account, {
  description: 'Who the key belongs to.',
  id: { resolve: ({ id }) => id, description: 'Prefixed `acc_`, the same as in REST.' },
  loadOne: (id, { rooms, caller }) => (id === caller.accountId ? readAccount(rooms.resources, caller) : null),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the account.' }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of REST that holds without an API-Version header; GraphQL always speaks the current form.',
    }),
    keyScopes: t.field({
      type: [ApiKeyScope],
      description: 'What the calling key may do.',
      resolve: (_account, _args, { caller }) => [...caller.scopes],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was opened.' }),
    defaults: t.field({
      type: AccountDefaults,
      description: 'What holds for a create that says nothing else.',
      resolve: (account) => account,
    }),
    limits: t.field({
      type: AccountLimits,
      description: 'What the account may do at a time.',
      resolve: (account) => account,
    }),
    console: t.field({
      type: AccountConsole,
      description: 'What the operator sets for consoles.',
      resolve: (account) => account,
    }),
  }),
})

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    description: 'The account of the key.',
    resolve: (_root, _args, { rooms, caller }) => readAccount(rooms.resources, caller),
  }),
)

const AccountDefaultsInput = builder.inputType('AccountDefaultsInput', {
  description: 'Defaults to save; what is left out stays.',
  fields: (t) => ({
    useContextIr: t.boolean({ description: 'Whether a create that does not say asks for context IR.' }),
  }),
})

const AccountUpdateInput = builder.inputType('AccountUpdateInput', {
  description: 'What to change; what is left out stays. All else is set by the operator.',
  fields: (t) => ({
    defaults: t.field({ type: AccountDefaultsInput, description: 'Defaults of a create.' }),
    apiVersion: t.string({
      description:
        'For REST alone: `2026-11-01`, or `2026-06-01` where the operator enabled the earlier form for the account.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface AccountUpdateResult {
  readonly account: AccountSettings | null
  readonly userErrors: readonly UserErrorShape[]
}

const AccountUpdatePayload = builder.objectRef<AccountUpdateResult>('AccountUpdatePayload').implement({
  description: 'The account as it is now.',
  fields: (t) => ({
    account: t.expose('account', { type: Account, nullable: true, description: 'The account, changed.' }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why nothing was changed; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('accountUpdate', (t) =>
  t.field({
    type: AccountUpdatePayload,
    nullable: true,
    description: 'Changes the account’s own settings: `defaults` needs VIDEOS_WRITE, `apiVersion` needs KEYS_ADMIN.',
    args: { input: t.arg({ type: AccountUpdateInput, required: true, description: 'What to change.' }) },
    async resolve(_root, { input }, { rooms, caller, ...context }) {
      const { defaults, apiVersion, idempotencyKey } = input
      const body = JSON.stringify({
        defaults: defaults && { use_context_ir: defaults.useContextIr },
        api_version: apiVersion,
      })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => updateAccount(rooms.resources, caller, call))
      return { account: done?.account ?? null, userErrors }
    },
  }),
)
