import { type Queue, readQueues } from '../fleet/queues.ts'
import { type FleetWorker, readWorkers } from '../fleet/workers.ts'
import { tableLines } from '../lib/table.ts'
import type { Command } from './command.ts'

export const workers: Command = {
  name: 'workers',
  usage: '[--json]',
  about: 'shows the workers and their work, and the waiting and running attempts of every stage and tier',
  takes: [0, 0],
  options: { json: { type: 'boolean' } },
  async run({ pool, say }, { options }) {
    const [crew, queues] = await Promise.all([readWorkers(pool), readQueues(pool)])
    if (options['json']) {
      say(JSON.stringify({ workers: crew, queues }))
      return true
    }
    const now = Date.now()
    for (const line of [...crewLines(crew, now), '', ...queueLines(queues)]) say(line)
    return true
  },
}

const NOBODY =
  'There is no worker, and there was none in the last hour. Start one with `npm run worker`; waiting tasks are kept.'

function crewLines(crew: readonly FleetWorker[], now: number): string[] {
  if (crew.length === 0) return [NOBODY]
  const head = ['worker', 'host', 'engine', 'pool', 'takes', 'state', 'last beat', 'done', 'failed']
  const cells = crew.map((each) => [
    each.id,
    each.host,
    each.engine,
    each.pool,
    each.capabilities.join(' '),
    stateOf(each, now),
    `${spanOf(each.beatAgeSeconds)} ago`,
    String(each.doneLastHour),
    String(each.failedLastHour),
  ])
  const count = (state: string) => crew.filter((each) => each.state === state).length
  const there = `${count('busy')} busy, ${count('idle')} idle, ${count('silent')} silent (no beat for 10 s)`
  return [
    ...tableLines([head, ...cells], [6, 7, 8]),
    `${there}, ${count('stopped')} stopped; done, failed and stopped: in the last hour.`,
  ]
}

function stateOf({ state, stage, taskId, since }: FleetWorker, now: number): string {
  const span = since ? spanOf((now - since.getTime()) / 1000) : 'over 1 h'
  return stage === null ? `${state} for ${span}` : `${state} with ${stage} of ${taskId} for ${span}`
}

function queueLines(queues: readonly Queue[]): string[] {
  const used = queues.filter((each) => each.ready > 0 || each.running > 0 || each.medianRunSeconds !== null)
  if (used.length === 0) return ['Nothing is waiting, and nothing has run yet.']
  const head = ['stage', 'tier', 'ready', 'running', 'oldest wait', 'median run', '95 % within']
  const cells = used.map((each) => [
    each.stage,
    each.tier,
    String(each.ready),
    String(each.running),
    ...[each.oldestWaitSeconds, each.medianRunSeconds, each.p95RunSeconds].map((seconds) =>
      seconds === null ? '–' : spanOf(seconds),
    ),
  ])
  return [
    ...tableLines([head, ...cells], [2, 3, 4, 5, 6]),
    'ready: waiting for a worker; run times: of the last 50 finished attempts.',
  ]
}

/** Two significant parts at most: `17 ms`, `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
function spanOf(seconds: number): string {
  const known = Math.max(seconds, 0)
  if (known < 0.095) return `${Math.round(known * 1000)} ms`
  if (known < 9.95) return `${known.toFixed(1)} s`
  const whole = Math.round(known)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
