import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../support/closing.ts'
import type { Gateway } from '../support/gateway.ts'
import type { Watched } from '../support/watched.ts'
import type { Events, Rates } from './events.ts'
import { figuresOf } from './metrics.ts'
import { openReader } from './reader.ts'

const OPENED_AT_ONCE = 50
const LATE_MS = 5000
const LOOK_MS = 100
const MEMORY_MS = 500

/** Subscribers that read, and their updates. */
export interface Crowd {
  readonly ofTask: ReadonlyMap<string, number>
  readonly arrivals: [name: string, at: number][]
}

/** Measurements of a crowd over some seconds. */
export interface Window {
  /** From the answer to a commit to its receipt, in ms. */
  readonly p50: number
  readonly p99: number
  /** Events that a reader should have received and did not. */
  readonly missed: number
  /** Peak memory of the gateway, in MB. */
  readonly memory: number
  /** Events that were written, by task. */
  readonly written: ReadonlyMap<string, number>
}

export async function openCrowd(
  { port }: Gateway,
  tasks: readonly Watched[],
  size: number,
  closing: Closing,
): Promise<Crowd> {
  const ofTask = new Map<string, number>()
  const arrivals: Crowd['arrivals'] = []
  const open = async (task: Watched | undefined) => {
    if (!task) return
    const { id } = task
    ofTask.set(id, (ofTask.get(id) ?? 0) + 1)
    const { socket, begun } = await openReader(port, task, 'narrow', (seq) => {
      arrivals.push([`${id} ${seq}`, performance.now()])
    })
    closing.push(() => socket.terminate())
    await begun
  }
  for (let i = 0; i < size; i += OPENED_AT_ONCE) {
    const group = Array.from({ length: Math.min(OPENED_AT_ONCE, size - i) }, (_, j) => tasks[(i + j) % tasks.length])
    await Promise.all(group.map(open))
  }
  return { ofTask, arrivals }
}

/** Writes events for some time and waits for all that must arrive. */
export async function measure(gateway: Gateway, events: Events, crowd: Crowd, rates: Rates): Promise<Window> {
  const commits = new Map<string, number>()
  const written = new Map<string, number>()
  let due = 0
  let memory = 0
  const watching = setInterval(async () => {
    memory = Math.max(memory, (await figuresOf(gateway)).memory)
  }, MEMORY_MS)
  crowd.arrivals.length = 0
  await events.write(rates, (id, seq, at) => {
    commits.set(`${id} ${seq}`, at)
    written.set(id, (written.get(id) ?? 0) + 1)
    due += crowd.ofTask.get(id) ?? 0
  })
  const late = performance.now() + LATE_MS
  while (crowd.arrivals.length < due && performance.now() < late) await pause(LOOK_MS)
  clearInterval(watching)
  const waits = crowd.arrivals
    .flatMap(([name, at]) => {
      const commit = commits.get(name)
      return commit === undefined ? [] : [at - commit]
    })
    .sort((a, b) => a - b)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), missed: due - waits.length, memory, written }
}
