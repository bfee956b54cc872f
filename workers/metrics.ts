import type { ServerResponse } from 'node:http'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Capability } from '../src/config.ts'
import { addProcessMetrics, sendMetrics } from '../src/lib/metrics-port.ts'
import { hear, type Moderated, probes, type RunBegun, type RunOver } from '../src/lib/probe.ts'
import { STAGES } from '../src/queue/catalog.ts'

export interface WorkerMetrics {
  /** Answers `GET /metrics`. */
  answer(response: ServerResponse): Promise<void>
  close(): void
}

const OUTCOMES: readonly RunOver['outcome'][] = ['done', 'failed', 'returned', 'dropped', 'unreported']

const ANSWERS: readonly Moderated['outcome'][] = ['allowed', 'refused', 'unavailable']

/** Which stage asks the moderation service about what. */
const MODERATED = [
  { stage: 'encode', of: 'input' },
  { stage: 'package', of: 'output' },
] as const

/** The metrics of one worker process, without anything of an account. */
export function createWorkerMetrics(worker: {
  readonly engine: string
  readonly pool: string
  readonly capabilities: readonly Capability[]
  readonly moderates: boolean
}): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  addProcessMetrics(registry)
  const { engine } = worker
  // Metrics name no account.
  const pool = worker.pool.startsWith('acc_') ? 'dedicated' : worker.pool
  new Gauge({ name: 'vidgate_worker_info', help: 'Engine and pool.', labelNames: ['engine', 'pool'], registers }).set(
    { engine, pool },
    1,
  )
  const stages = STAGES.filter((stage) => worker.capabilities.includes(stage))
  const moderated = worker.moderates ? MODERATED.filter(({ stage }) => worker.capabilities.includes(stage)) : []
  const unsubscribe = [
    watchBeats(registers),
    ...watchRuns(stages, registers),
    watchModeration(
      moderated.map((each) => each.of),
      registers,
    ),
  ]
  return {
    answer: (response) => sendMetrics(registry, response),
    close() {
      for (const each of unsubscribe) each()
      registry.clear()
    },
  }
}

function watchBeats(registers: Registry[]): () => void {
  let last: number | null = null
  new Gauge({
    name: 'vidgate_worker_beat_age_seconds',
    help: 'Time since this worker last recorded its sign of life in the database; no value until it is registered.',
    registers,
    collect() {
      if (last === null) this.remove()
      else this.set((performance.now() - last) / 1000)
    },
  })
  return hear(probes.workerBeat, () => {
    last = performance.now()
  })
}

function watchRuns(stages: readonly string[], registers: Registry[]): (() => void)[] {
  const busy = new Gauge({
    name: 'vidgate_worker_busy',
    help: 'Whether this worker runs the stage now: 1, or 0. All 0: it is idle.',
    labelNames: ['stage'],
    registers,
  })
  const runs = new Counter({
    name: 'vidgate_worker_runs_total',
    help:
      'Runs of stages by this worker: done, failed, returned (for another worker), dropped (no longer its own) or unreported ' +
      '(the report could not be written).',
    labelNames: ['stage', 'outcome'],
    registers,
  })
  // A series that begins with its first event hides that event from rate().
  for (const stage of stages) {
    busy.set({ stage }, 0)
    for (const outcome of OUTCOMES) runs.inc({ stage, outcome }, 0)
  }
  return [
    hear<RunBegun>(probes.runBegun, ({ stage }) => busy.set({ stage }, 1)),
    hear<RunOver>(probes.runOver, ({ stage, outcome }) => {
      busy.set({ stage }, 0)
      runs.inc({ stage, outcome })
    }),
  ]
}

function watchModeration(asked: readonly Moderated['of'][], registers: Registry[]): () => void {
  const seconds = new Histogram({
    name: 'vidgate_worker_moderation_seconds',
    help:
      'Questions to the moderation service about the input or the output of a task, with their repeats: allowed, refused or ' +
      'unavailable.',
    labelNames: ['of', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 240],
    registers,
  })
  for (const of of asked) for (const outcome of ANSWERS) seconds.zero({ of, outcome })
  return hear<Moderated>(probes.moderated, ({ of, outcome, seconds: taken }) => seconds.observe({ of, outcome }, taken))
}
