import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../support/closing.ts'
import type { Gateway } from '../support/gateway.ts'
import type { Watched } from '../support/watched.ts'
import { figuresOf } from './metrics.ts'
import { openReader, type Reader } from './reader.ts'

const LOOK_MS = 100
/** A peer that does not answer a ping is disconnected at the next one, 12 s later. */
const CUT_WITHIN_MS = 30_000

/** Subscribers with large updates that may stop reading. */
export interface Group {
  stall(): void
  /** Disconnects them. */
  leave(): Promise<void>
  /**
   * Waits until they are disconnected, and reads the data that the network had buffered for them.
   * @returns how many were disconnected, and how many had been stalled: not all events of their task had been sent to
   * them
   */
  cut(written: (id: string) => number): Promise<{ cut: number; heldUp: number }>
}

interface Member {
  readonly id: string
  readonly socket: Reader['socket']
  taken: number
}

export async function openGroup(
  gateway: Gateway,
  tasks: readonly Watched[],
  size: number,
  closing: Closing,
): Promise<Group> {
  const before = (await figuresOf(gateway)).subscriptions
  const members: Member[] = []
  const open = async (task: Watched) => {
    let member: Member | null = null
    const { socket, begun } = await openReader(gateway.port, task, 'wide', () => {
      if (member) member.taken += 1
    })
    member = { id: task.id, socket, taken: 0 }
    members.push(member)
    closing.push(() => socket.terminate())
    await begun
  }
  const untilGone = async () => {
    const deadline = performance.now() + CUT_WITHIN_MS
    let left = size
    while (left > 0 && performance.now() < deadline) {
      await pause(LOOK_MS)
      left = (await figuresOf(gateway)).subscriptions - before
    }
    return size - left
  }

  await Promise.all(Array.from({ length: size }, (_, i) => tasks[i % tasks.length]).map((task) => task && open(task)))
  return {
    stall() {
      for (const { socket } of members) socket.pause()
    },
    async leave() {
      for (const { socket } of members) socket.terminate()
      await untilGone()
    },
    async cut(written) {
      const cut = await untilGone()
      const gone = members.map(({ socket }) => once(socket, 'close'))
      for (const { socket } of members) socket.resume()
      if (cut === size) await Promise.all(gone)
      return { cut, heldUp: members.filter(({ id, taken }) => taken < written(id)).length }
    },
  }
}
