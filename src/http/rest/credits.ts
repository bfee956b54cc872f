import { ENTRY_KINDS } from '../../credit/entry.ts'
import { CURRENCY, displayAmount, microJson } from '../../credit/money.ts'
import { type Credits, readCredits } from '../../credit/read.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import type { RestContext } from './context.ts'
import { listText } from './present.ts'
import { choiceOf, limitOf, queryOf } from './query.ts'
import { json } from './respond.ts'

/** `GET /v1/credits` (docs/rules/money.md#credits). */
export async function getCredits(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'credits:read')
  const query = queryOf(c, ['limit', 'after', 'kind', 'task_id'])
  const credits = await readCredits(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    kind: choiceOf(query, 'kind', ENTRY_KINDS),
    taskId: query.get('task_id') ?? null,
  })
  return json(200, presentCredits(credits))
}

function presentCredits({ balanceMicro, frozenMicro, audited, ledger }: Credits): string {
  const text = JSON.stringify({
    object: 'credits',
    balance_micro: microJson(balanceMicro),
    frozen_micro: microJson(frozenMicro),
    available_micro: microJson(balanceMicro - frozenMicro),
    balance: displayAmount(balanceMicro),
    currency: CURRENCY,
    snapshot: audited && { balance_micro: microJson(audited.balanceMicro), at: audited.at },
  })
  const entries = ledger.items.map((entry) => JSON.stringify(presentEntry(entry)))
  return `${text.slice(0, -1)},"ledger":${listText(ledger, entries)}}`
}

type Entry = Credits['ledger']['items'][number]

function presentEntry(entry: Entry): Record<string, unknown> {
  return {
    id: entry.id,
    object: 'ledger_entry',
    kind: entry.kind,
    amount_micro: microJson(entry.amountMicro),
    frozen_delta_micro: microJson(entry.frozenDeltaMicro),
    balance_after_micro: microJson(entry.balanceAfterMicro),
    currency: CURRENCY,
    task_id: entry.taskId,
    description: entry.description,
    created_at: entry.createdAt,
  }
}
