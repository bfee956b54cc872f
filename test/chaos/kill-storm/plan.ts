import { createHash } from 'node:crypto'

/** Contents of a storm. */
export interface Plan {
  readonly tasks: number
  /** At random; some hit a process that was just restarted. Kills of targeted tasks are additional. */
  readonly kills: number
  /** Tasks whose worker is killed at the start of each stage. */
  readonly hunted: number
}

export const FULL: Plan = { tasks: 2000, kills: 320, hunted: 6 }
export const QUICK: Plan = { tasks: 200, kills: 30, hunted: 1 }

/** A number from 0 to below 1 that depends on a seed and some words: the same in every process. */
export function draw(seed: number, ...words: readonly (string | number)[]): number {
  return (
    createHash('sha256')
      .update([seed, ...words].join(' '))
      .digest()
      .readUInt32BE() /
    2 ** 32
  )
}

/** Marks a targeted task. */
export const HUNTED = 'hunted'

/** The body of a create: the smallest canvas, and one in four of a tier with second tries. */
export function bodyOf(plan: Plan, index: number): string {
  const isHunted = index % Math.floor(plan.tasks / plan.hunted) === 7
  return JSON.stringify({
    prompt: isHunted ? HUNTED : 'a grey wall',
    seed: index,
    duration: 5,
    aspect_ratio: '1:1',
    audio: false,
    service_tier: index % 4 === 3 && !isHunted ? 'pro' : 'standard',
  })
}
