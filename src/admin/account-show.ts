import { displayAmount } from '../credit/money.ts'
import { tableLines } from '../lib/table.ts'
import { PAGE_MAX } from '../limits.ts'
import { listAccounts } from '../operator/list-accounts.ts'
import { type OperatedAccount, readOperated } from '../operator/operated-account.ts'
import { argumentAt, type Command, found } from './command.ts'

export const accountList: Command = {
  name: 'account list',
  usage: '',
  about: 'lists all accounts with their balances',
  takes: [0, 0],
  async run({ pool, say }) {
    const accounts: OperatedAccount[] = []
    for (let hasMore = true; hasMore; ) {
      const after = accounts.at(-1)?.id ?? null
      const page = await listAccounts(pool, { search: '', after, limit: PAGE_MAX })
      accounts.push(...page.items)
      hasMore = page.hasMore
    }
    const cells = accounts.map((account) => [
      account.id,
      account.status,
      displayAmount(account.balanceMicro),
      displayAmount(account.frozenMicro),
      displayAmount(account.balanceMicro - account.frozenMicro),
      String(account.activeTasks),
      account.name,
    ])
    const head = ['account', 'status', 'balance', 'frozen', 'available', 'tasks', 'name']
    for (const line of tableLines([head, ...cells], [2, 3, 4, 5])) say(line)
    return true
  },
}

const MB = 1024 * 1024

interface EntryRow {
  number: bigint
  kind: string
  amount_micro: bigint
  frozen_delta_micro: bigint
  balance_after_micro: bigint
  description: string
  created_at: Date
}

interface KeyRow {
  id: string
  redacted: string
  name: string
  scopes: string[]
  state: string
}

const ENTRIES = `select number, kind, amount_micro, frozen_delta_micro, balance_after_micro, description, created_at
  from ledger_entry where account_id = $1 order by number desc limit 10`

const KEYS = `select id, redacted, name, scopes,
    case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as state
  from api_key where account_id = $1 order by created_at, id`

export const accountShow: Command = {
  name: 'account show',
  usage: 'ID',
  about: 'shows an account with its limits, keys, console parameters and newest ledger entries',
  takes: [1, 1],
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const account = found(await readOperated(pool, id), id)
    const [keys, entries] = await Promise.all([
      pool.query<KeyRow>(KEYS, [account.id]),
      pool.query<EntryRow>(ENTRIES, [account.id]),
    ])
    for (const line of tableLines(factsOf(account))) say(line)
    say('')
    const keyCells = keys.rows.map((key) => [key.id, key.state, key.redacted, key.scopes.join(' '), key.name])
    for (const line of tableLines([['key', 'state', 'begins, ends', 'scopes', 'name'], ...keyCells])) say(line)
    say('')
    const head = ['entry', 'at', 'kind', 'amount', 'frozen', 'balance after', 'description']
    const cells = entries.rows.map((entry) => [
      String(entry.number),
      entry.created_at.toISOString(),
      entry.kind,
      displayAmount(entry.amount_micro),
      displayAmount(entry.frozen_delta_micro),
      displayAmount(entry.balance_after_micro),
      entry.description,
    ])
    for (const line of tableLines([head, ...cells], [0, 3, 4, 5])) say(line)
    return true
  },
}

function factsOf(account: OperatedAccount): string[][] {
  const { auditedBalanceMicro: audited, auditedAt: at } = account
  const console = account.consoleParameters.map(
    ({ name, visible, default: value }) =>
      `${name} ${visible ? 'visible' : 'hidden'}, default ${JSON.stringify(value)}`,
  )
  return [
    ['account', account.id],
    ['name', account.name],
    ['status', account.status],
    ['created', account.createdAt.toISOString()],
    ['balance', displayAmount(account.balanceMicro)],
    ['frozen', displayAmount(account.frozenMicro)],
    ['available', displayAmount(account.balanceMicro - account.frozenMicro)],
    ['proved', audited === null || at === null ? 'not yet' : `${displayAmount(audited)} at ${at.toISOString()}`],
    ['unfinished tasks', `${account.activeTasks} of ${account.concurrencyLimit}`],
    ['creates a minute', `${account.createsPerMinute} a key`],
    ['calls a minute', `${account.callsPerMinute} a key`],
    ['all keys together', `${account.rateFactor} times as many of both`],
    ['active keys', `${account.activeKeys} of ${account.keyLimit}`],
    ['uploads', `${Math.ceil(Number(account.uploadedBytes) / MB)} of ${account.uploadLimitMb} MB`],
    ['API version', account.apiVersion],
    ['earlier form', account.earlierForm ? 'on' : 'off'],
    ['context IR by default', account.useContextIr ? 'yes' : 'no'],
    ['console', console.join('; ') || 'nothing set'],
  ]
}
