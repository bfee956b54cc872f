import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../support/closing.ts'
import type { Watched } from '../support/watched.ts'
import { followTask, openClient } from './follow.ts'
import { newSeen, note, type Seen } from './seen.ts'

const LOOK_MS = 50

/** Subscribers, each a stock client with its own socket. */
export interface Crowd {
  readonly seen: readonly Seen[]
  /** Reconnections so far. */
  readonly returns: number
  /** Subscribers that gave up, or whose stream completed too early. */
  readonly complaints: readonly string[]
  /** Subscribers whose task has not ended for them, and how many of these are connected. */
  following(): { readonly all: number; readonly connected: number }
  /** Waits until this share of the active subscribers is connected. @returns whether it was in time */
  back(share: number, limitMs: number): Promise<boolean>
  /** Waits until no subscriber is active. @returns whether it was in time */
  ended(limitMs: number): Promise<boolean>
}

interface Subscriber {
  readonly seen: Seen
  isConnected: boolean
  isOver: boolean
}

/** @param retryMs mean wait before a client reconnects; null: the stock client's own, which begins with 1 to 4 s */
export function gather(
  port: number,
  tasks: readonly Watched[],
  { size, retryMs }: { readonly size: number; readonly retryMs: number | null },
  closing: Closing,
): Crowd {
  const complaints: string[] = []
  const subscribers: Subscriber[] = []
  let returns = 0
  const patience = retryMs === null ? {} : { retryWait: () => pause(retryMs * 2 * Math.random()) }

  const join = ({ id, key }: Watched) => {
    const subscriber: Subscriber = { seen: newSeen(), isConnected: false, isOver: false }
    subscribers.push(subscriber)
    const client = openClient(port, key, patience)
    closing.push(() => client.dispose())
    client.on('connected', (_socket, _payload, isReturn) => {
      subscriber.isConnected = true
      if (isReturn) returns += 1
    })
    client.on('closed', () => {
      subscriber.isConnected = false
    })
    followTask(client, id, (update) => note(subscriber.seen, update))
      .then(() => {
        if (subscriber.seen.ends === 0) complaints.push(`${id} was complete before its end`)
      })
      .catch((error: Partial<Error>) => complaints.push(`a client gave up: ${error.message ?? JSON.stringify(error)}`))
      .finally(() => {
        subscriber.isOver = true
      })
  }

  const following = () => {
    const left = subscribers.filter(({ isOver }) => !isOver)
    return { all: left.length, connected: left.filter(({ isConnected }) => isConnected).length }
  }
  const waitFor = async (holds: () => boolean, limitMs: number) => {
    const deadline = performance.now() + limitMs
    while (!holds() && performance.now() < deadline) await pause(LOOK_MS)
    return holds()
  }

  for (let i = 0; i < size; i++) {
    const task = tasks[i % tasks.length]
    if (task) join(task)
  }
  return {
    seen: subscribers.map(({ seen }) => seen),
    get returns() {
      return returns
    },
    complaints,
    following,
    back: (share, limitMs) =>
      waitFor(() => {
        const { all, connected } = following()
        return connected >= share * all
      }, limitMs),
    ended: (limitMs) => waitFor(() => following().all === 0, limitMs),
  }
}
