import { setTimeout as pause } from 'node:timers/promises'
import { RESTARTS } from '../../../src/lib/keep-running.ts'
import { isAlive } from '../../../src/lib/process.ts'
import type { NpmStart } from '../../support/npm-start.ts'
import { draw } from '../kill-storm/plan.ts'
import { childOf, KINDS, type Kind, killNext } from './children.ts'
import type { Caller } from './client.ts'

export interface Outcome {
  readonly kills: Record<Kind, number>
  /** Kills of processes that had just been restarted. */
  early: number
  /** Rounds followed by a new video. */
  back: number
  /** Seconds from the last kill to the first acknowledged create. */
  readonly seconds: number[]
  readonly complaints: string[]
}

const ORDERS = [
  ['postgres', 'gateway', 'worker'],
  ['postgres', 'worker', 'gateway'],
  ['gateway', 'postgres', 'worker'],
  ['gateway', 'worker', 'postgres'],
  ['worker', 'postgres', 'gateway'],
  ['worker', 'gateway', 'postgres'],
] as const

const LONGEST_GAP_MS = 1500
const COMES_WITHIN_MS = 60_000
const ENDS_WITHIN_MS = 180_000
const LOOK_MS = 100

/** Lines of the parent's log. */
export function logged(start: NpmStart, ending: string): Record<string, unknown>[] {
  return start.lines
    .filter((line) => line.startsWith('{') && line.includes('"npm start"'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => String(msg).endsWith(ending))
}

/** Kills each child in one order during a task, and renders a video with the restarted processes. */
export async function playRounds(
  { start, caller, rounds, seed }: { start: NpmStart; caller: Caller; rounds: number; seed: number },
  print: (line: string) => void,
): Promise<Outcome> {
  const outcome: Outcome = {
    ...{ kills: { server: 0, shell: 0, gateway: 0, worker: 0 }, early: 0, back: 0 },
    ...{ seconds: [], complaints: [] },
  }
  const killed = new Set<number>()
  const kill = async (kind: Kind) => {
    const pid = await killNext(start.child.pid ?? 0, kind, killed, COMES_WITHIN_MS)
    if (pid === null) return void outcome.complaints.push(`no ${kind} came`)
    killed.add(pid)
    outcome.kills[kind] += 1
  }
  const underWay: string[] = []
  for (let round = 0; round < rounds; round++) {
    await untilSteady(start)
    const before = await caller.create(COMES_WITHIN_MS)
    if (before !== null) underWay.push(before)
    const order = ORDERS[round % ORDERS.length] ?? []
    const postgres = (round + Math.floor(round / ORDERS.length)) % 2 === 0 ? 'server' : 'shell'
    for (const each of order) {
      await pause(LONGEST_GAP_MS * draw(seed, 'gap', round, each))
      await kill(each === 'postgres' ? postgres : each)
    }
    // A process that was just restarted, before it is ready.
    if (draw(seed, 'early', round) < 0.5) {
      await kill(draw(seed, 'who', round) < 0.5 ? 'gateway' : 'worker')
      outcome.early += 1
    }
    const gone = performance.now()
    const id = await caller.create(COMES_WITHIN_MS)
    const seconds = (performance.now() - gone) / 1000
    outcome.seconds.push(seconds)
    const state = id && (await caller.end(id, ENDS_WITHIN_MS))
    if (state === 'succeeded') outcome.back += 1
    else outcome.complaints.push(`round ${round + 1}: the video after it is ${state}`)
    print(`round ${round + 1}: ${order.join(', ')} (${postgres}); a create was taken ${seconds.toFixed(1)} s later`)
  }
  for (const id of underWay) {
    if ((await caller.end(id, ENDS_WITHIN_MS)) === null) outcome.complaints.push(`the task ${id} did not end`)
  }
  return outcome
}

/** All run, and have run so long that the next failure counts as the first. */
async function untilSteady(start: NpmStart): Promise<void> {
  const deadline = Date.now() + COMES_WITHIN_MS
  while (Date.now() < deadline) {
    const since = Math.max(...['runs', 'runs again'].flatMap((ending) => logged(start, ending).map(timeOf)))
    const ended = Math.max(0, ...logged(start, 'starting it again').map(timeOf))
    if (since > ended && Date.now() - since > RESTARTS.steadyMs + 500) return
    await pause(LOOK_MS)
  }
}

const timeOf = ({ time }: Record<string, unknown>) => Date.parse(String(time))

/** Kills each gateway that starts until the parent gives up. @returns its exit code, and how many processes are left */
export async function playToTheEnd(
  start: NpmStart,
): Promise<{ code: number | string; gateways: number; left: number }> {
  await untilSteady(start)
  const parent = start.child.pid ?? 0
  const others = await Promise.all(KINDS.map((kind) => childOf(parent, kind)))
  const killed = new Set<number>()
  let code: number | string | null = null
  const ended = start.ended.then((how) => {
    code = how
  })
  for (const deadline = Date.now() + ENDS_WITHIN_MS; code === null; ) {
    if (Date.now() > deadline) throw new Error('npm start does not give up a gateway that is always killed')
    const pid = await killNext(parent, 'gateway', killed, LOOK_MS)
    if (pid !== null) killed.add(pid)
  }
  await ended
  const left = others.filter((pid) => pid !== null && isAlive(pid)).length
  return { code, gateways: killed.size, left }
}
