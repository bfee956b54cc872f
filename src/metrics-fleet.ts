import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Ended, takeEnded } from './fleet/ended.ts'
import { type Load, readLoads } from './fleet/queues.ts'
import { countWorkers, type WorkerCount } from './fleet/workers.ts'
import { STAGES } from './queue/catalog.ts'
import type { Resources } from './resources.ts'

export interface FleetFigures {
  /** Brings the figures up to date, at most once a second. Where the database does not answer they are as they were, or none. */
  refresh(): Promise<void>
}

/** Outcome over estimate: the bounds of 20 and 50 per cent, and beyond. */
const RATIOS = [0.25, 0.5, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 3, 5, 10]
/** From a package of a few frames to a render of an hour. */
const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600]
const CACHE_MS = 1000
/** A scrape waits no longer for the database: the figures of the process itself must come all the same. */
const PATIENCE_MS = 2000

/**
 * The figures of the fleet, which is one behind all gateways; nothing of an account or a task is a label.
 *
 * What is (queues, workers) is read from the database at the scrape and is the same at every gateway: `max`, never `sum`.
 * What happened are counters and histograms, as Prometheus' rate() and histogram_quantile() expect. Every gateway could count
 * all of it; then sum() over the gateways, which is how a counter of several processes is read, would be a multiple. So each
 * end of a run goes to one gateway alone, the one scraped first, through a cursor in the database, and sum() is exact.
 * Quantiles as gauges would be right at each gateway too, but can be neither added nor taken over a time of one's choice.
 */
export function createFleetFigures(
  { pool, log }: Pick<Resources, 'pool' | 'log'>,
  registers: Registry[],
): FleetFigures {
  const setState = stateGauges(registers)
  const countEnded = endedCounters(registers)
  const countPromise = promiseHistograms(registers)
  const read = async () => {
    const [loads, workers, ended] = await Promise.all([readLoads(pool), countWorkers(pool), takeEnded(pool)])
    setState(loads, workers)
    for (const each of ended) {
      countEnded(each)
      countPromise(each)
    }
  }
  let known = { at: Number.NEGATIVE_INFINITY, reading: Promise.resolve() }
  return {
    async refresh() {
      const now = performance.now()
      if (now - known.at >= CACHE_MS) {
        const reading = read().catch((error: unknown) => {
          setState([], [])
          log.warn({ err: error }, 'the fleet could not be read')
        })
        known = { at: now, reading }
      }
      await within(PATIENCE_MS, known.reading)
    },
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

const SAME = 'The same at every gateway: take the max, not the sum.'

function stateGauges(registers: Registry[]): (loads: readonly Load[], workers: readonly WorkerCount[]) => void {
  const ready = new Gauge({
    name: 'vidgate_stage_ready',
    help: `Stages that a worker could take now. ${SAME}`,
    labelNames: ['stage', 'tier'],
    registers,
  })
  const running = new Gauge({
    name: 'vidgate_stage_running',
    help: `Stages that run now, second tries too. ${SAME}`,
    labelNames: ['stage'],
    registers,
  })
  const crew = new Gauge({
    name: 'vidgate_workers',
    help: `Workers by pool (dedicated: any account’s own) and state; silent ones for an hour. ${SAME}`,
    labelNames: ['pool', 'state'],
    registers,
  })
  return (loads, workers) => {
    for (const gauge of [ready, running, crew]) gauge.reset()
    for (const load of loads) {
      ready.set({ stage: load.stage, tier: load.tier }, load.ready)
      running.inc({ stage: load.stage }, load.running)
    }
    // Without the zeros an alert on no idle worker would see nothing in place of 0.
    const known = workers.length > 0 ? workers.map((each) => each.pool) : loads.length > 0 ? ['shared'] : []
    for (const pool of new Set(known)) {
      for (const state of ['busy', 'idle', 'silent']) crew.set({ pool, state }, 0)
    }
    for (const { pool, state, workers: count } of workers) crew.set({ pool, state }, count)
  }
}

const SUM = 'Counted at one gateway each: take the sum.'

function endedCounters(registers: Registry[]): (ended: Ended) => void {
  const wait = new Histogram({
    name: 'vidgate_stage_wait_seconds',
    help: `From ready to a worker’s claim, observed when the run is over. ${SUM}`,
    labelNames: ['stage', 'tier'],
    buckets: SECONDS,
    registers,
  })
  const run = new Histogram({
    name: 'vidgate_stage_run_seconds',
    help: `From a worker’s claim to the end of the run. ${SUM}`,
    labelNames: ['stage', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const attempts = new Counter({
    name: 'vidgate_stage_attempts_total',
    help: `Runs of stages that are over; what no worker ever took is none. ${SUM}`,
    labelNames: ['stage', 'outcome'],
    registers,
  })
  const hedges = new Counter({
    name: 'vidgate_hedges_total',
    help: `Second tries of stages that ran long, by whether they won, lost, or were not begun in time (unused). ${SUM}`,
    labelNames: ['outcome'],
    registers,
  })
  // A series that begins with its first event hides that event from rate().
  for (const outcome of ['won', 'lost', 'unused']) hedges.inc({ outcome }, 0)
  for (const stage of STAGES) for (const outcome of ['done', 'failed', 'lost']) attempts.inc({ stage, outcome }, 0)
  return ({ stage, tier, outcome, hedge, waitSeconds, runSeconds }) => {
    if (hedge) hedges.inc({ outcome: runSeconds === null ? 'unused' : outcome === 'done' ? 'won' : 'lost' })
    if (waitSeconds === null || runSeconds === null) return
    wait.observe({ stage, tier }, waitSeconds)
    run.observe({ stage, outcome }, runSeconds)
    attempts.inc({ stage, outcome })
  }
}

/** The first estimates of tasks against what came. Only tasks that succeed count, each once. */
function promiseHistograms(registers: Registry[]): (ended: Ended) => void {
  const ratio = new Histogram({
    name: 'vidgate_task_eta_ratio',
    help: `Seconds from a task’s create to its success, divided by its first eta_seconds; 1 is exact, 2 took twice as long. ${SUM}`,
    labelNames: ['tier'],
    buckets: RATIOS,
    registers,
  })
  const error = new Histogram({
    name: 'vidgate_task_eta_error_seconds',
    help: `Difference of the two, early or late. ${SUM}`,
    labelNames: ['tier'],
    buckets: SECONDS,
    registers,
  })
  const unestimated = new Counter({
    name: 'vidgate_tasks_without_eta_total',
    help: `Succeeded tasks that were created without an estimate. ${SUM}`,
    registers,
  })
  return ({ tier, etaSeconds, tookSeconds }) => {
    if (tookSeconds === null) return
    if (etaSeconds === null) return unestimated.inc()
    ratio.observe({ tier }, tookSeconds / etaSeconds)
    error.observe({ tier }, Math.abs(tookSeconds - etaSeconds))
  }
}
