import { displayAmount } from '../../credit/money.ts'
import { type Command, wordAt } from '../command.ts'
import { tableLines } from '../table.ts'
import { type AccountRow, findAccount } from './find.ts'

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
  about: 'an account with its limits, keys, console parameters and newest ledger entries',
  takes: [1, 1],
  async run({ pool, say }, words) {
    const account = await findAccount(pool, wordAt(words, 0))
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

function factsOf(account: AccountRow): string[][] {
  const { audited_balance_micro: audited, audited_at: at } = account
  const console = Object.entries(account.console_parameters).map(
    ([name, { visible, default: value }]) =>
      `${name} ${visible ? 'visible' : 'hidden'}, default ${JSON.stringify(value ?? null)}`,
  )
  return [
    ['account', account.id],
    ['name', account.name],
    ['status', account.status],
    ['created', account.created_at.toISOString()],
    ['balance', displayAmount(account.balance_micro)],
    ['frozen', displayAmount(account.frozen_micro)],
    ['available', displayAmount(account.balance_micro - account.frozen_micro)],
    ['proved', audited === null || at === null ? 'not yet' : `${displayAmount(audited)} at ${at.toISOString()}`],
    ['unfinished tasks', `${account.active_tasks} of ${account.concurrency_limit}`],
    ['creates a minute', `${account.creates_per_minute} a key`],
    ['calls a minute', `${account.calls_per_minute} a key`],
    ['API version', account.api_version],
    ['earlier form', account.earlier_form_enabled ? 'on' : 'off'],
    ['context IR by default', account.use_context_ir ? 'yes' : 'no'],
    ['console', console.join('; ') || 'nothing set'],
  ]
}
