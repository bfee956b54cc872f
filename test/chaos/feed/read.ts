import type { Caller } from '../../../src/key/caller.ts'
import { createBus } from '../../../src/push/bus.ts'
import type { Stream } from '../../../src/push/stream.ts'
import { followLog } from '../../../src/push/tail.ts'
import { type TasksChange, watchTasks } from '../../../src/task/watch-tasks.ts'
import type { Ground } from './ground.ts'

/** Events that the readers received, compared with the seqs of each task. */
export interface Read {
  events: number
  /** Missing seqs without a mark. */
  missed: number
  /** A seq not above the task's previous one. */
  outOfOrder: number
  /** Seqs skipped for a slow reader, with a mark. */
  skipped: number
  restarts: number
}

export interface Reader {
  /** Ends tail, bus and streams, and starts again from the cursors. */
  restart(): Promise<void>
  /** Settles when every account's stream has reached these seqs. */
  until(last: ReadonlyMap<string, number>): Promise<void>
  close(): Promise<void>
}

/** Reads the streams of all accounts, each from its own cursor. */
export async function openReader(ground: Ground, read: Read): Promise<Reader> {
  const { resources, callers } = ground
  const cursors = new Map<string, string>()
  const seqs = new Map<string, number>()
  const looks = new Set<() => void>()

  const take = (caller: Caller, { taskId, seq, skipped, cursor }: TasksChange) => {
    const former = seqs.get(taskId)
    cursors.set(caller.accountId, cursor)
    seqs.set(taskId, Math.max(seq, former ?? 0))
    for (const look of looks) look()
    // The state with which the first stream begins.
    if (former === undefined) return
    read.events += 1
    if (seq <= former) read.outOfOrder += 1
    else if (skipped) read.skipped += seq - former - 1
    else read.missed += seq - former - 1
  }

  const open = async () => {
    const bus = createBus()
    const tail = await followLog(resources, bus)
    const streams: Stream<TasksChange>[] = []
    const reading = callers.map(async (caller) => {
      const after = cursors.get(caller.accountId) ?? null
      const stream = watchTasks(resources, bus, caller, { groupId: null, after })
      streams.push(stream)
      for await (const change of stream) take(caller, change)
    })
    return async () => {
      await tail.close()
      bus.close()
      await Promise.all([...streams.map((stream) => stream.return?.()), ...reading])
      return bus.size()
    }
  }

  let end = await open()
  return {
    async restart() {
      const left = await end()
      if (left > 0) throw new Error(`${left} subscriptions were left open`)
      read.restarts += 1
      end = await open()
    },
    until: (last) =>
      new Promise((resolve) => {
        const look = () => {
          for (const [taskId, seq] of last) if ((seqs.get(taskId) ?? 0) < seq) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
    close: async () => void (await end()),
  }
}
