import { type TasksChange, watchTasks } from '../../src/task/watch-tasks.ts'
import type { TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { collect } from './collect.ts'

/** A new account, so that tests do not see each other's tasks, with its caller's operations. */
export async function openAccount(gateway: TestGateway) {
  const { resources, bus, verifier } = gateway.rooms
  const { key, accountId } = await gateway.newAccount({ concurrencyLimit: 10_000 })
  const caller = await verifier.verify(`Bearer ${key}`)
  const call = (method: string, path: string, body?: object) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}` })

  const post = async (body: object) => {
    const answer = await call('POST', '/v1/videos', { prompt: 'a lake', ...body })
    // No waiting notice is written meanwhile, however slow the test is.
    await resources.pool.query(`update stage_attempt set ready_at = now() + interval '1 hour' where account_id = $1`, [
      accountId,
    ])
    return answer.body
  }

  const view: TestGateway = { ...gateway, key, accountId }
  return {
    view,
    caller,
    call,
    stream: (after: string | null = null, groupId: string | null = null) =>
      watchTasks(resources, bus, caller, { groupId, after }),
    create: async (body: object = {}): Promise<string> => (await post(body)).id,
    async createGroup(n: 2 | 4): Promise<{ groupId: string; ids: string[] }> {
      const { group_id: groupId, data } = await post({ n })
      return { groupId, ids: data.map(({ id }: { id: string }) => id) }
    },
    cancel: (id: string) => call('POST', `/v1/videos/${id}/cancel`),
    remove: (id: string) => call('DELETE', `/v1/videos/${id}`),
  }
}

/** Copies of a task, whose ids end with a number. */
export const COPIES = `insert into task select (jsonb_populate_record(null::task, to_jsonb(t) || jsonb_build_object('id', t.id || n))).*
  from task t, generate_series(1, $2::int) n where t.id = $1`

/** Settles when the bus has everything that is committed now, as a second reader confirms. */
export async function untilNotified({ stream, create }: Awaited<ReturnType<typeof openAccount>>): Promise<void> {
  const beside = collect(stream())
  const id = await create()
  await until(async () => beside.items.some(({ taskId }) => taskId === id))
  await beside.close()
}

export const shown = ({ taskId, seq, task, skipped }: TasksChange) => [taskId, seq, task?.status ?? 'deleted', skipped]
