import type { TestGateway } from '../../support/gateway.ts'

/** More than the network between two processes buffers for a stalled reader: about 16 MB. */
export const MISSED = 1000

/** A task with this many past changes. */
export async function createWithPast(gateway: TestGateway): Promise<string> {
  const metadata = { text: 'x'.repeat(16_000) }
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x', metadata })
  await gateway.rooms.resources.pool.query(
    `with raised as (update task set seq = seq + $2::int where id = $1)
     insert into event (account_id, task_id, group_id, seq, kind, at, snapshot)
     select account_id, task_id, group_id, n, 'progress', at, snapshot || jsonb_build_object('seq', n)
     from event, generate_series(2, 1 + $2::int) n where task_id = $1 and seq = 1`,
    [body.id, MISSED],
  )
  return body.id
}
