import assert from 'node:assert/strict'
import { type ChatServer, startChatServer } from '../../prompt/server.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../../support/gateway.ts'
import { startSecondGateway } from '../../support/second-gateway.ts'

export interface Optimizing {
  readonly gateway: TestGateway
  readonly chat: ChatServer
  /** `POST /v1/prompt/optimize` at a gateway that calls the chat server. */
  optimize(body: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** The account's sums, verified against its ledger, and kinds and amounts of its entries, oldest first. */
  ledger(accountId?: string): Promise<Ledger>
}

export interface Ledger {
  readonly balance: number
  readonly frozen: number
  readonly entries: readonly string[]
}

/** A second gateway on the test gateway's database, whose optimiser is a real HTTP server of the test. */
export async function startOptimizing(): Promise<Optimizing> {
  const [gateway, chat] = [await startTestGateway(), await startChatServer()]
  const promptOptimizer = { url: chat.url, model: 'small', apiKey: null }
  const second = await startSecondGateway({ ...gateway, config: { ...gateway.config, promptOptimizer } })
  return {
    gateway,
    chat,
    optimize: (body, headers) => second.call('POST', '/v1/prompt/optimize', body, headers),
    ledger: (accountId = gateway.accountId) => readLedger(gateway, accountId),
  }
}

export async function readLedger(gateway: TestGateway, accountId: string): Promise<Ledger> {
  // One statement: a charge between two statements would be in only one of them.
  const { rows: found } = await gateway.rooms.resources.pool.query(
    `select balance_micro, frozen_micro, kind, amount_micro, frozen_delta_micro, subject_id, task_id
     from account left join ledger_entry on account_id = account.id where account.id = $1 order by number`,
    [accountId],
  )
  const [{ balance_micro: balance, frozen_micro: frozen }] = found
  const rows = found.filter(({ kind }) => kind !== null)
  const sum = (column: string) => rows.reduce((total: bigint, row) => total + row[column], 0n)
  assert.equal(sum('amount_micro'), balance)
  assert.equal(sum('frozen_delta_micro'), frozen)
  for (const { kind, subject_id, task_id } of rows) {
    if (task_id === null && kind !== 'topup') assert.match(subject_id, /^opt_/)
    if (kind === 'prompt_optimize') assert.equal(task_id, null)
  }
  const entries = rows.map((row) => `${row.kind} ${row.amount_micro} ${row.frozen_delta_micro}`)
  return { balance: Number(balance), frozen: Number(frozen), entries }
}
