import type { ConsoleParameter } from '../../src/key/account.ts'
import type { Page } from '../../src/lib/page.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../../src/limits.ts'
import { type OperatedAccount, readOperated } from '../../src/operator/account.ts'
import { listAccounts } from '../../src/operator/list-accounts.ts'
import { consoleOf, setConsoleParameter } from '../../src/operator/set-console-parameter.ts'
import { setEarlierForm } from '../../src/operator/set-earlier-form.ts'
import { LIMIT_MAX, setLimits } from '../../src/operator/set-limits.ts'
import { setStatus } from '../../src/operator/set-status.ts'
import { pageSize } from '../connection.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

const Limits = builder.objectRef<OperatedAccount>('Limits').implement({
  description: 'What an account may do at a time.',
  fields: (t) => ({
    concurrency: t.exposeInt('concurrencyLimit', { description: 'Unfinished tasks at once.' }),
    creates: t.exposeInt('createsPerMinute', { description: 'Creates a minute of each key.' }),
    calls: t.exposeInt('callsPerMinute', { description: 'Other calls a minute of each key.' }),
    factor: t.exposeInt('rateFactor', { description: 'How many times what each key may all keys together may.' }),
    keys: t.exposeInt('keyLimit', { description: 'Keys that are neither revoked nor expired.' }),
    uploads: t.exposeInt('uploadLimitMb', { description: 'Megabytes (1024 × 1024 bytes) of uploads.' }),
  }),
})

const ConsoleParameterType = builder.objectRef<ConsoleParameter>('ConsoleParameter').implement({
  description: 'How the console shows a parameter of a create.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, in REST words.' }),
    visible: t.exposeBoolean('visible', { description: 'Whether it is shown.' }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the composer begins with; null: what a create without it means.',
      resolve: (parameter) => parameter.default,
    }),
  }),
})

const Account = builder.objectRef<OperatedAccount>('Account').implement({
  description: 'Whom keys belong to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, `acc_…`.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    enabled: t.boolean({
      description: 'Whether it may call; the tasks of a disabled one go on and settle.',
      resolve: ({ status }) => status === 'active',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of REST that holds without an API-Version header.',
    }),
    earlierForm: t.exposeBoolean('earlierForm', { description: 'Whether it may use the earlier form.' }),
    useContextIr: t.exposeBoolean('useContextIr', {
      description: 'Whether a create that does not say asks for context IR; the account’s own choice.',
    }),
    limits: t.field({ type: Limits, description: 'What it may do at a time.', resolve: (account) => account }),
    activeTasks: t.exposeInt('activeTasks', { description: 'Unfinished tasks now.' }),
    activeKeys: t.exposeInt('activeKeys', { description: 'Keys now that are neither revoked nor expired.' }),
    uploadedBytes: t.float({
      description: 'Bytes of uploads that it keeps now.',
      resolve: ({ uploadedBytes }) => Number(uploadedBytes),
    }),
    balance: t.expose('balanceMicro', { type: 'MicroYuan', description: 'What it has, frozen or not.' }),
    frozen: t.expose('frozenMicro', {
      type: 'MicroYuan',
      description: 'Of the balance, what is set aside for unfinished tasks.',
    }),
    available: t.field({
      type: 'MicroYuan',
      description: 'Of the balance, what new tasks may cost.',
      resolve: ({ balanceMicro, frozenMicro }) => balanceMicro - frozenMicro,
    }),
    console: t.field({
      type: [ConsoleParameterType],
      description: 'Every advanced parameter, as the console shows it.',
      resolve: consoleOf,
    }),
  }),
})

const PageInfo = builder.objectRef<Page<OperatedAccount>>('PageInfo').implement({
  description: 'Where a page stands in the list.',
  fields: (t) => ({
    endCursor: t.string({
      nullable: true,
      description: 'For `after`; null for an empty page.',
      resolve: ({ items }) => items.at(-1)?.id,
    }),
    hasNextPage: t.exposeBoolean('hasMore', { description: 'Whether accounts follow after this page.' }),
  }),
})

const AccountPage = builder.objectRef<Page<OperatedAccount>>('AccountPage').implement({
  description: 'Accounts, the oldest first.',
  fields: (t) => ({
    nodes: t.expose('items', { type: [Account], description: 'The accounts.' }),
    pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
  }),
})

builder.queryFields((t) => ({
  account: t.field({
    type: Account,
    nullable: true,
    description: 'An account; null where there is none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id, `acc_…`.' }) },
    resolve: (_root, { id }, { pool }) => readOperated(pool, id),
  }),
  accounts: t.field({
    type: AccountPage,
    description: 'Accounts, the oldest first.',
    args: {
      search: t.arg.string({ description: 'A part of the name, in whichever case, or the beginning of the id.' }),
      first: t.arg.int({ description: `How many: 1 to ${PAGE_MAX}, ${PAGE_DEFAULT} where it is left out.` }),
      after: t.arg.id({ description: 'An `endCursor`: the id of the account after which to go on.' }),
    },
    resolve: (_root, { search, first, after }, { pool }) =>
      listAccounts(pool, { search: search ?? '', after: after ?? null, limit: pageSize(first) }),
  }),
}))

const ID = { required: true, description: 'Id of the account.' } as const

const LimitsInput = builder.inputType('AccountLimitsInput', {
  description: `Each from 1 to ${LIMIT_MAX}; what is left out stays.`,
  fields: (t) => ({
    id: t.id(ID),
    concurrency: t.int({ description: 'Unfinished tasks at once.' }),
    creates: t.int({ description: 'Creates a minute of each key.' }),
    calls: t.int({ description: 'Other calls a minute of each key.' }),
    factor: t.int({ description: 'How many times what each key may all keys together may.' }),
    keys: t.int({ description: 'Keys that are neither revoked nor expired.' }),
    uploads: t.int({ description: 'Megabytes (1024 × 1024 bytes) of uploads.' }),
  }),
})

const SwitchInput = builder.inputType('AccountSwitchInput', {
  description: 'Something of an account that is on or off.',
  fields: (t) => ({ id: t.id(ID), enabled: t.boolean({ required: true, description: 'Whether it is to be on.' }) }),
})

const ParameterInput = builder.inputType('ConsoleParameterInput', {
  description: 'A parameter of an account’s console.',
  fields: (t) => ({
    id: t.id(ID),
    name: t.string({ required: true, description: 'Its name, in REST words.' }),
    visible: t.boolean({ required: true, description: 'Whether it is shown.' }),
    default: t.field({
      type: 'JSON',
      description: 'What the composer begins with, a value that a create would take; null: none.',
    }),
  }),
})

const change = changesOf('account', Account)

change(
  'accountLimitsUpdate',
  'Sets what an account may do at a time; holds from the next call on.',
  LimitsInput,
  ({ pool }, { id, ...limits }) => setLimits(pool, id, limits),
)

change(
  'accountStatusUpdate',
  'Disables an account or lets it call again, from the next call on. Its tasks go on and settle.',
  SwitchInput,
  ({ pool }, { id, enabled }) => setStatus(pool, id, enabled ? 'active' : 'disabled'),
)

change(
  'accountEarlierFormUpdate',
  'Whether an account may use the earlier form; off also makes the current form its default.',
  SwitchInput,
  ({ pool }, { id, enabled }) => setEarlierForm(pool, id, enabled),
)

change(
  'consoleParameterUpdate',
  'Whether the console shows an advanced parameter to an account, and what it begins with; never applied to calls.',
  ParameterInput,
  ({ pool }, { id, name, visible, default: value = null }) =>
    setConsoleParameter(pool, id, { name, visible, default: value }),
)
