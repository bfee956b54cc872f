import type { TaskChange } from '../../src/task/change.ts'
import { watchTask } from '../../src/task/watch.ts'
import type { TestGateway } from './gateway.ts'
import { HANG_MS } from './rounds.ts'

export interface Watch {
  /** Every change so far, in order. */
  readonly changes: TaskChange[]
  /** The first past or future change that matches. Fails when the stream ends, and after a minute. */
  when(fits: (change: TaskChange) => boolean): Promise<TaskChange>
  /** Settles when the stream has ended by itself. */
  readonly ended: Promise<void>
}

/** Follows a task from its current state to its end, like a subscriber. */
export async function watch(gateway: TestGateway, taskId: string): Promise<Watch> {
  const { rooms } = gateway
  const caller = await rooms.verifier.verify(`Bearer ${gateway.key}`)
  const changes: TaskChange[] = []
  const waiting = new Set<() => void>()
  let over = false

  const follow = async () => {
    for await (const change of watchTask(rooms.resources, rooms.bus, caller, taskId, null)) {
      changes.push(change)
      for (const look of waiting) look()
    }
    over = true
    for (const look of waiting) look()
  }

  return {
    changes,
    ended: follow(),
    when: (fits) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => {
          reject(new Error(`${why}: ${changes.map((change) => change.task.status).join()}`))
        }
        const limit = setTimeout(() => fail('no change matches'), HANG_MS)
        const look = () => {
          const found = changes.find(fits)
          if (!found && !over) return
          clearTimeout(limit)
          waiting.delete(look)
          if (found) resolve(found)
          else fail('the stream ended first')
        }
        waiting.add(look)
        look()
      }),
  }
}
