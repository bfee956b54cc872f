import type { ConsoleParameter } from '../../src/key/account-settings.ts'
import type { Page } from '../../src/lib/page.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../../src/limits.ts'
import { listAccounts } from '../../src/operator/list-accounts.ts'
import { type OperatedAccount, readOperated } from '../../src/operator/operated-account.ts'
import { consoleOf, setConsoleParameter } from '../../src/operator/set-console-parameter.ts'
import { setEarlierForm } from '../../src/operator/set-earlier-form.ts'
import { LIMIT_MAX, setLimits } from '../../src/operator/set-limits.ts'
import { setStatus } from '../../src/operator/set-status.ts'
import { pageSize } from '../connection.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

const Limits = builder.objectRef<OperatedAccount>('Limits').implement({
  description: 'Limits of an account.',
  fields: (t) => ({
    concurrency: t.exposeInt('concurrencyLimit', { description: 'Maximum number of unfinished tasks.' }),
    creates: t.exposeInt('createsPerMinute', { description: 'Creates per minute for each key.' }),
    calls: t.exposeInt('callsPerMinute', { description: 'Other calls per minute for each key.' }),
    factor: t.exposeInt('rateFactor', {
      description: 'All keys together may make this many times the creates and calls of one key.',
    }),
    keys: t.exposeInt('keyLimit', { description: 'Maximum number of keys that are neither revoked nor expired.' }),
    uploads: t.exposeInt('uploadLimitMb', {
      description: 'Maximum size of all kept uploads, in megabytes of 1024 × 1024 bytes.',
    }),
  }),
})

const ConsoleParameterType = builder.objectRef<ConsoleParameter>('ConsoleParameter').implement({
  description: 'How the console shows a parameter of a create.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the parameter, as in REST.' }),
    visible: t.exposeBoolean('visible', { description: 'Whether the console shows the parameter.' }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value that the console fills in; null: the default of a create.',
      resolve: (parameter) => parameter.default,
    }),
  }),
})

const Account = builder.objectRef<OperatedAccount>('Account').implement({
  description: 'An account that owns keys, tasks and a balance.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the account, `acc_…`.' }),
    name: t.exposeString('name', { description: 'Name of the account.' }),
    enabled: t.boolean({
      description: 'Whether calls are allowed. Tasks of a disabled account continue and are billed.',
      resolve: ({ status }) => status === 'active',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of REST used for requests without an API-Version header.',
    }),
    earlierForm: t.exposeBoolean('earlierForm', { description: 'Whether the account may use the earlier version.' }),
    useContextIr: t.exposeBoolean('useContextIr', {
      description: 'Whether creates request context IR by default. The account chooses it.',
    }),
    limits: t.field({ type: Limits, description: 'Its limits.', resolve: (account) => account }),
    activeTasks: t.exposeInt('activeTasks', { description: 'Unfinished tasks now.' }),
    activeKeys: t.exposeInt('activeKeys', { description: 'Keys that are neither revoked nor expired now.' }),
    uploadedBytes: t.float({
      description: 'Size of all uploads kept now, in bytes.',
      resolve: ({ uploadedBytes }) => Number(uploadedBytes),
    }),
    balance: t.expose('balanceMicro', { type: 'MicroYuan', description: 'Balance, including the frozen amount.' }),
    frozen: t.expose('frozenMicro', {
      type: 'MicroYuan',
      description: 'Part of the balance that is frozen for unfinished tasks.',
    }),
    available: t.field({
      type: 'MicroYuan',
      description: 'Part of the balance that new tasks can use.',
      resolve: ({ balanceMicro, frozenMicro }) => balanceMicro - frozenMicro,
    }),
    console: t.field({
      type: [ConsoleParameterType],
      description: 'All advanced parameters with their settings.',
      resolve: consoleOf,
    }),
  }),
})

const PageInfo = builder.objectRef<Page<OperatedAccount>>('PageInfo').implement({
  description: 'Position of a page in the list.',
  fields: (t) => ({
    endCursor: t.string({
      nullable: true,
      description: 'Cursor for `after`; null for an empty page.',
      resolve: ({ items }) => items.at(-1)?.id,
    }),
    hasNextPage: t.exposeBoolean('hasMore', { description: 'Whether there are accounts after this page.' }),
  }),
})

const AccountPage = builder.objectRef<Page<OperatedAccount>>('AccountPage').implement({
  description: 'Accounts, oldest first.',
  fields: (t) => ({
    nodes: t.expose('items', { type: [Account], description: 'The accounts of the page.' }),
    pageInfo: t.field({ type: PageInfo, description: 'Position of the page in the list.', resolve: (page) => page }),
  }),
})

builder.queryFields((t) => ({
  account: t.field({
    type: Account,
    nullable: true,
    description: 'The account with this id; null if there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the account, `acc_…`.' }) },
    resolve: (_root, { id }, { pool }) => readOperated(pool, id),
  }),
  accounts: t.field({
    type: AccountPage,
    description: 'Accounts, oldest first.',
    args: {
      search: t.arg.string({ description: 'Part of the name, ignoring case, or the beginning of the id.' }),
      first: t.arg.int({ description: `Page size: 1 to ${PAGE_MAX}, by default ${PAGE_DEFAULT}.` }),
      after: t.arg.id({ description: '`endCursor` of the previous page.' }),
    },
    resolve: (_root, { search, first, after }, { pool }) =>
      listAccounts(pool, { search: search ?? '', after: after ?? null, limit: pageSize(first) }),
  }),
}))

const ID = { required: true, description: 'Id of the account.' } as const

const LimitsInput = builder.inputType('AccountLimitsInput', {
  description: `Limits to change, each from 1 to ${LIMIT_MAX}. Fields left out keep their values.`,
  fields: (t) => ({
    id: t.id(ID),
    concurrency: t.int({ description: 'Maximum number of unfinished tasks.' }),
    creates: t.int({ description: 'Creates per minute for each key.' }),
    calls: t.int({ description: 'Other calls per minute for each key.' }),
    factor: t.int({ description: 'All keys together may make this many times the creates and calls of one key.' }),
    keys: t.int({ description: 'Maximum number of keys that are neither revoked nor expired.' }),
    uploads: t.int({ description: 'Maximum size of all kept uploads, in megabytes of 1024 × 1024 bytes.' }),
  }),
})

const SwitchInput = builder.inputType('AccountSwitchInput', {
  description: 'A setting of an account to switch on or off.',
  fields: (t) => ({ id: t.id(ID), enabled: t.boolean({ required: true, description: 'true switches it on.' }) }),
})

const ParameterInput = builder.inputType('ConsoleParameterInput', {
  description: 'Settings of a console parameter for an account.',
  fields: (t) => ({
    id: t.id(ID),
    name: t.string({ required: true, description: 'Name of the parameter, as in REST.' }),
    visible: t.boolean({ required: true, description: 'Whether the console shows the parameter.' }),
    default: t.field({
      type: 'JSON',
      description: 'Value that the console fills in. A create must accept it. null: none.',
    }),
  }),
})

const change = changesOf('account', Account)

change(
  'accountLimitsUpdate',
  'Sets the limits of an account, from the next call on.',
  LimitsInput,
  ({ pool }, { id, ...limits }) => setLimits(pool, id, limits),
)

change(
  'accountStatusUpdate',
  'Disables or enables an account, from the next call on. Its tasks continue and are billed.',
  SwitchInput,
  ({ pool }, { id, enabled }) => setStatus(pool, id, enabled ? 'active' : 'disabled'),
)

change(
  'accountEarlierFormUpdate',
  'Allows or forbids the earlier version for an account. Forbidding it also sets the account to the current version.',
  SwitchInput,
  ({ pool }, { id, enabled }) => setEarlierForm(pool, id, enabled),
)

change(
  'consoleParameterUpdate',
  'Sets whether the console shows an advanced parameter to an account, and its value at the start. Never applied to calls.',
  ParameterInput,
  ({ pool }, { id, name, visible, default: value = null }) =>
    setConsoleParameter(pool, id, { name, visible, default: value }),
)
