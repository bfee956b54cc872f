import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLObjectType,
  GraphQLString,
} from 'graphql'
import { DomainError } from '../../errors.ts'
import type { ConsoleParameter } from '../../key/account.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../../limits.ts'
import { type OperatedAccount, readOperated } from '../../operator/account.ts'
import { listAccounts } from '../../operator/list-accounts.ts'
import { consoleOf, setConsoleParameter } from '../../operator/set-console-parameter.ts'
import { setEarlierForm } from '../../operator/set-earlier-form.ts'
import { type AccountLimits, LIMIT_MAX, setLimits } from '../../operator/set-limits.ts'
import { setStatus } from '../../operator/set-status.ts'
import { change, payloadOf } from './change.ts'
import {
  type AdminContext,
  argumentsOf,
  DateTime,
  inputOf,
  Json,
  listOf,
  MicroYuan,
  objectOf,
  some,
} from './describe.ts'

const Limits = objectOf<AccountLimits>('Limits', 'What an account may do at a time.', {
  concurrency: [some(GraphQLInt), 'Unfinished tasks at once.'],
  creates: [some(GraphQLInt), 'Creates a minute of each key.'],
  calls: [some(GraphQLInt), 'Other calls a minute of each key.'],
  factor: [some(GraphQLInt), 'How many times what each key may all keys together may.'],
  keys: [some(GraphQLInt), 'Keys that are neither revoked nor expired.'],
  uploads: [some(GraphQLInt), 'Megabytes (1024 × 1024 bytes) of uploads.'],
})

const Parameter = objectOf<ConsoleParameter>('ConsoleParameter', 'How the console shows a parameter of a create.', {
  name: [some(GraphQLString), 'Its name, in REST words.'],
  visible: [some(GraphQLBoolean), 'Whether it is shown.'],
  default: [Json, 'What the composer begins with; null: what a create without it means.'],
})

/** An account as this door shows it. */
interface Shown {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly createdAt: Date
  readonly apiVersion: string
  readonly earlierForm: boolean
  readonly useContextIr: boolean
  readonly limits: AccountLimits
  readonly activeTasks: number
  readonly activeKeys: number
  readonly uploadedBytes: number
  readonly balance: bigint
  readonly frozen: bigint
  readonly available: bigint
  readonly console: readonly ConsoleParameter[]
}

const Account: GraphQLObjectType<Shown, AdminContext> = objectOf<Shown>('Account', 'Whom keys belong to.', {
  id: [some(GraphQLID), 'Its id, `acc_…`.'],
  name: [some(GraphQLString), 'Its name.'],
  enabled: [some(GraphQLBoolean), 'Whether it may call; the tasks of a disabled one go on and settle.'],
  createdAt: [some(DateTime), 'When it was opened.'],
  apiVersion: [some(GraphQLString), 'Version of REST that holds without an API-Version header.'],
  earlierForm: [some(GraphQLBoolean), 'Whether it may use the earlier form.'],
  useContextIr: [
    some(GraphQLBoolean),
    'Whether a create that does not say asks for context IR; the account’s own choice.',
  ],
  limits: [some(Limits), 'What it may do at a time.'],
  activeTasks: [some(GraphQLInt), 'Unfinished tasks now.'],
  activeKeys: [some(GraphQLInt), 'Keys now that are neither revoked nor expired.'],
  uploadedBytes: [some(GraphQLFloat), 'Bytes of uploads that it keeps now.'],
  balance: [some(MicroYuan), 'What it has, frozen or not.'],
  frozen: [some(MicroYuan), 'Of the balance, what is set aside for unfinished tasks.'],
  available: [some(MicroYuan), 'Of the balance, what new tasks may cost.'],
  console: [listOf(Parameter), 'Every advanced parameter, as the console shows it.'],
})

function shown(account: OperatedAccount): Shown {
  const { concurrencyLimit, createsPerMinute, callsPerMinute, balanceMicro, frozenMicro, ...others } = account
  const { rateFactor, keyLimit, uploadLimitMb, uploadedBytes, ...rest } = others
  return {
    ...rest,
    enabled: account.status === 'active',
    limits: {
      concurrency: concurrencyLimit,
      creates: createsPerMinute,
      calls: callsPerMinute,
      factor: rateFactor,
      keys: keyLimit,
      uploads: uploadLimitMb,
    },
    uploadedBytes: Number(uploadedBytes),
    balance: balanceMicro,
    frozen: frozenMicro,
    available: balanceMicro - frozenMicro,
    console: consoleOf(account),
  }
}

const shownOrNull = (account: OperatedAccount | null) => account && shown(account)

interface PageInfo {
  readonly endCursor: string | null
  readonly hasNextPage: boolean
}

const PageInfoType = objectOf<PageInfo>('PageInfo', 'Where a page stands in the list.', {
  endCursor: [GraphQLString, 'For `after`; null for an empty page.'],
  hasNextPage: [some(GraphQLBoolean), 'Whether accounts follow after this page.'],
})

interface AccountPage {
  readonly nodes: readonly Shown[]
  readonly pageInfo: PageInfo
}

const Accounts = objectOf<AccountPage>('AccountPage', 'Accounts, the oldest first.', {
  nodes: [listOf(Account), 'The accounts.'],
  pageInfo: [some(PageInfoType), 'Where the page stands.'],
})

interface ListArguments {
  readonly search?: string | null
  readonly first?: number | null
  readonly after?: string | null
}

export const accountQuery: GraphQLFieldConfig<unknown, AdminContext, { readonly id: string }> = {
  type: Account,
  description: 'An account; null where there is none of this id.',
  args: argumentsOf<{ id: string }>({ id: [some(GraphQLID), 'Its id, `acc_…`.'] }),
  resolve: async (_root, { id }, { pool }) => shownOrNull(await readOperated(pool, id)),
}

export const accountsQuery: GraphQLFieldConfig<unknown, AdminContext, ListArguments> = {
  type: some(Accounts),
  description: 'Accounts, the oldest first.',
  args: argumentsOf<Required<ListArguments>>({
    search: [GraphQLString, 'A part of the name, in whichever case, or the beginning of the id.'],
    first: [GraphQLInt, `How many: 1 to ${PAGE_MAX}, ${PAGE_DEFAULT} where it is left out.`],
    after: [GraphQLID, 'An `endCursor`: the id of the account after which to go on.'],
  }),
  async resolve(_root, { search, first, after }, { pool }) {
    const limit = first ?? PAGE_DEFAULT
    if (limit < 1 || limit > PAGE_MAX) {
      throw new DomainError('invalid_parameter', `first must be 1 to ${PAGE_MAX}.`, { param: 'first' })
    }
    const { items, hasMore } = await listAccounts(pool, { search: search ?? '', after: after ?? null, limit })
    return { nodes: items.map(shown), pageInfo: { endCursor: items.at(-1)?.id ?? null, hasNextPage: hasMore } }
  },
}

type LimitsInput = AccountLimits & { readonly id: string }
type SwitchInput = { readonly id: string; readonly enabled: boolean }
/** A default that is left out is none. */
type ParameterInput = Omit<ConsoleParameter, 'default'> & { readonly id: string; readonly default?: unknown }

const payload = payloadOf('account', Account)
const ID = [some(GraphQLID), 'Id of the account.'] as const

const limitsInput = inputOf<LimitsInput>('AccountLimitsInput', `Each from 1 to ${LIMIT_MAX}; what is left out stays.`, {
  id: ID,
  concurrency: [GraphQLInt, 'Unfinished tasks at once.'],
  creates: [GraphQLInt, 'Creates a minute of each key.'],
  calls: [GraphQLInt, 'Other calls a minute of each key.'],
  factor: [GraphQLInt, 'How many times what each key may all keys together may.'],
  keys: [GraphQLInt, 'Keys that are neither revoked nor expired.'],
  uploads: [GraphQLInt, 'Megabytes (1024 × 1024 bytes) of uploads.'],
})

const switchInput = inputOf<SwitchInput>('AccountSwitchInput', 'Something of an account that is on or off.', {
  id: ID,
  enabled: [some(GraphQLBoolean), 'Whether it is to be on.'],
})

const parameterInput = inputOf<ParameterInput>('ConsoleParameterInput', 'A parameter of an account’s console.', {
  id: ID,
  name: [some(GraphQLString), 'Its name, in REST words.'],
  visible: [some(GraphQLBoolean), 'Whether it is shown.'],
  default: [Json, 'What the composer begins with, a value that a create would take; null: none.'],
})

export const accountChanges = {
  accountLimitsUpdate: change<LimitsInput, Shown>(
    'Sets what an account may do at a time; holds from the next call on.',
    limitsInput,
    payload,
    async ({ pool }, { id, ...limits }) => shownOrNull(await setLimits(pool, id, limits)),
  ),
  accountStatusUpdate: change<SwitchInput, Shown>(
    'Disables an account or lets it call again, from the next call on. Its tasks go on and settle.',
    switchInput,
    payload,
    async ({ pool }, { id, enabled }) => shownOrNull(await setStatus(pool, id, enabled ? 'active' : 'disabled')),
  ),
  accountEarlierFormUpdate: change<SwitchInput, Shown>(
    'Whether an account may use the earlier form; off also makes the current form its default.',
    switchInput,
    payload,
    async ({ pool }, { id, enabled }) => shownOrNull(await setEarlierForm(pool, id, enabled)),
  ),
  consoleParameterUpdate: change<ParameterInput, Shown>(
    'Whether the console shows an advanced parameter to an account, and what it begins with; never applied to calls.',
    parameterInput,
    payload,
    async ({ pool }, { id, name, visible, default: value = null }) =>
      shownOrNull(await setConsoleParameter(pool, id, { name, visible, default: value })),
  ),
}
