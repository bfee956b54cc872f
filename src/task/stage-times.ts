import type { Pool } from 'pg'
import { bool, float8, int, query, statement, text } from '../lib/sql.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'
import { scaleOf } from './pipeline.ts'
import type { Task } from './task.ts'

/** A stage of a task on an engine. */
export interface StageRun {
  readonly stage: Stage
  readonly engine: string
  readonly accelerated: boolean
  /** Pixels of all pictures that the stage works on. */
  readonly pixels: number
}

/** Finished runs of one size and length. */
export interface KnownRuns extends StageRun {
  /** Their median. */
  readonly seconds: number
  readonly runs: number
}

/** Expected seconds of a run; null if no run of the stage is known. */
export type StageTimes = (run: StageRun) => number | null

/** Decides the size of a stage's work. */
export type Sized = Pick<Task, 'width' | 'height' | 'frames' | 'resolution'>

/** Upscale and package work on the delivered size, earlier stages on the canvas. */
export function pixelsOf(stage: Stage, { width, height, frames, resolution }: Sized): number {
  const scale = stage === 'encode' || stage === 'render' ? 1 : scaleOf(resolution)
  return width * height * frames * scale * scale
}

/** How many ended attempts of a stage are read, and of how many runs of one kind the median is taken. */
const HORIZON = 1000
const SAMPLE = 50

/**
 * All processes learn the same, because all read the same attempts. O(horizon). The time of a run begins when its worker was free and
 * the stage was ready, so that it includes the hand-off.
 */
const RUNS = statement('stage_times', {
  stage: text<Stage>(),
  engine: text(),
  accelerated: bool,
  width: int,
  height: int,
  frames: int,
  resolution: text<Task['resolution']>(),
  seconds: float8,
  runs: int,
})`with ended as (
      select d.*, case when lag(d.finished_at) over runs_of is null then d.claimed_at
          else greatest(d.ready_at, least(d.lora_until, d.claimed_at), lag(d.finished_at) over runs_of) end as free_at
      from unnest($1::text[]) as s(stage)
      cross join lateral (
        select * from stage_attempt where stage = s.stage and finished_at is not null
        order by finished_at desc limit ${HORIZON}) d
      where d.claimed_at is not null
      window runs_of as (partition by d.worker_id order by d.claimed_at)),
    runs as (
      select d.stage, coalesce(w.engine, '') as engine, d.stage = 'render' and t.accelerated is true as accelerated,
        t.width, t.height, t.frames, t.resolution,
        extract(epoch from d.finished_at - least(d.free_at, d.claimed_at))::float8 as seconds,
        row_number() over (partition by d.stage, w.engine, t.accelerated, t.width, t.height, t.frames, t.resolution
          order by d.finished_at desc) as nth
      from ended d
      join task t on t.id = d.task_id
      left join worker w on w.id = d.worker_id
      where d.state = 'done')
    select stage, engine, accelerated, width, height, frames, resolution,
      percentile_cont(0.5) within group (order by seconds) as seconds, count(*)::int as runs
    from runs where nth <= ${SAMPLE} group by stage, engine, accelerated, width, height, frames, resolution`

export async function readStageTimes(pool: Pool): Promise<StageTimes> {
  const { rows } = await query(pool, RUNS, [STAGES])
  return learnTimes(rows.map((row) => ({ ...row, pixels: pixelsOf(row.stage, row) })))
}

/**
 * Learns the times of stages by engine, size and length. Pure. An engine without runs of a stage counts like the others together.
 */
export function learnTimes(known: readonly KnownRuns[]): StageTimes {
  const groups = new Map<string, KnownRuns[]>()
  for (const each of known) {
    for (const name of groupsOf(each)) groups.set(name, [...(groups.get(name) ?? []), each])
  }
  const curves = new Map([...groups].map(([name, samples]) => [name, curveOf(samples)]))
  return (run) => {
    const name = groupsOf(run).find((each) => curves.has(each)) ?? ''
    return curves.get(name)?.(run) ?? null
  }
}

/** The most specific first. */
function groupsOf({ stage, engine, accelerated }: StageRun): readonly string[] {
  return [`${stage} ${engine} ${accelerated}`, `${stage} ${engine}`, stage]
}

interface Point {
  /** Logarithms of pixels and seconds. */
  readonly x: number
  readonly y: number
  readonly runs: number
}

/** Sizes closer than this are one; those closer than `APART` say nothing about growth. */
const SAME = 0.05
const APART = 0.1
/** Between constant times, and those that grow with the square of the pixels. */
const GROWTH_MAX = 2
/** The curve counts as much as this many runs of the size itself, so that a single outlier moves little. */
const CURVE_RUNS = 2

/**
 * Times grow with a power of the pixels. The power is the median of those between each two known sizes (Theil–Sen), which a few
 * outliers do not change. With one size it is assumed: encoding does not depend on the size, other stages are proportional to it.
 */
function curveOf(samples: readonly KnownRuns[]): (run: StageRun) => number {
  const points: Point[] = samples.map(({ pixels, seconds, runs }) => ({
    x: Math.log(pixels),
    y: Math.log(Math.max(seconds, 0.001)),
    runs,
  }))
  const growth = growthOf(points)
  return ({ stage, pixels }) => {
    const x = Math.log(pixels)
    const power = growth ?? (stage === 'encode' ? 0 : 1)
    const curve = medianOf(points.map(({ y, runs, ...point }) => [y + power * (x - point.x), runs]))
    const same = points.filter((point) => Math.abs(point.x - x) < SAME)
    if (same.length === 0) return Math.exp(curve)
    const runs = same.reduce((sum, each) => sum + each.runs, 0)
    const own = medianOf(same.map((point) => [point.y + power * (x - point.x), point.runs]))
    return Math.exp((own * runs + curve * CURVE_RUNS) / (runs + CURVE_RUNS))
  }
}

/** null if all known sizes are about the same. */
function growthOf(points: readonly Point[]): number | null {
  const slopes = points.flatMap((a, index) =>
    points.slice(index + 1).flatMap((b): [number, number][] => {
      const apart = b.x - a.x
      return Math.abs(apart) < APART ? [] : [[(b.y - a.y) / apart, Math.min(a.runs, b.runs)]]
    }),
  )
  return slopes.length === 0 ? null : Math.min(GROWTH_MAX, Math.max(0, medianOf(slopes)))
}

/** Weighted median. */
function medianOf(values: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let before = 0
  for (const [index, [value, weight]] of sorted.entries()) {
    before += weight
    if (before === half) return (value + (sorted[index + 1]?.[0] ?? value)) / 2
    if (before > half) return value
  }
  return Number.NaN
}
