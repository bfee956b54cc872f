import type { Stage } from '../../src/queue/catalog.ts'
import type { Resolution, TIERS } from '../../src/task/task.ts'

/** A simulated worker. */
export interface Hand {
  readonly engine: string
  readonly pool: string
  readonly capabilities: readonly Stage[]
  /** How many times the time of the fast engine its stages take. */
  readonly slowness: number
}

const ALL: readonly Stage[] = ['encode', 'render', 'upscale', 'package']
const FAST: Hand = { engine: 'fast', pool: 'shared', capabilities: ALL, slowness: 1 }
const SLOW: Hand = { engine: 'slow', pool: 'shared', capabilities: ALL, slowness: 1.6 }

/** Eight workers in two processes; the second one is killed in the middle. */
export const KEPT: readonly Hand[] = [
  ...[FAST, FAST, FAST],
  SLOW,
  { ...FAST, pool: 'pro' },
  { ...FAST, capabilities: ['encode', 'package'] },
]
export const LOST: readonly Hand[] = [FAST, SLOW]

/** Seconds of a stage on the fast engine: a model's time grows faster than the length of the video. */
export function secondsOf(stage: Stage, frames: number, scale: number): number {
  const length = frames / 120
  if (stage === 'encode') return 0.5
  if (stage === 'render') return 1.5 * length ** 1.25
  if (stage === 'upscale') return 0.3 + 0.25 * length * scale ** 2
  return 0.2 + 0.05 * length * scale
}

/** Standard deviation of the logarithm of a run's time. */
export const SPREAD = 0.1

export interface Plan {
  /** Arrivals end after this time. */
  readonly seconds: number
  /** Mean arrivals a second outside of bursts. */
  readonly rate: number
  /** A burst begins this often, with so many creates within a second. */
  readonly burstEverySeconds: number
  readonly burst: readonly [least: number, most: number]
}

export const FULL: Plan = { seconds: 180, rate: 0.35, burstEverySeconds: 18, burst: [4, 8] }
export const QUICK: Plan = { ...FULL, seconds: 60 }

export interface Arrival {
  readonly at: number
  readonly account: number
  readonly serviceTier: (typeof TIERS)[number]
  readonly resolution: Resolution
  readonly durationMs: number
}

export const ACCOUNTS = 6

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<T>(random: () => number, shares: readonly (readonly [value: T, share: number])[]): T {
  let left = random()
  for (const [value, share] of shares) {
    left -= share
    if (left < 0) return value
  }
  return (shares[0] as readonly [T, number])[0]
}

/** The same arrivals in each run. */
export function arrivalsOf(plan: Plan): Arrival[] {
  const random = randomOf(20261130)
  const times: number[] = []
  const gap = () => -Math.log(1 - random()) / plan.rate
  for (let at = gap(); at < plan.seconds; at += gap()) times.push(at)
  for (let at = plan.burstEverySeconds / 2; at < plan.seconds; at += plan.burstEverySeconds) {
    const [least, most] = plan.burst
    const count = least + Math.floor(random() * (most - least + 1))
    for (let each = 0; each < count; each++) times.push(at + random())
  }
  return times
    .sort((a, b) => a - b)
    .map((at) => ({
      at,
      account: Math.floor(random() * ACCOUNTS),
      serviceTier: pick(random, [...[['draft', 0.15] as const, ['standard', 0.5] as const], ['pro', 0.35] as const]),
      resolution: pick(random, [...[['768p', 0.6] as const, ['2k', 0.25] as const], ['4k', 0.15] as const]),
      durationMs: 5000 + 500 * Math.floor(random() * 21),
    }))
}
