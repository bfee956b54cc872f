import { createHash } from 'node:crypto'

/** What a storm is made of. */
export interface Plan {
  readonly tasks: number
  /** At random; some fall on who has just been killed. Those of hunted tasks come on top. */
  readonly kills: number
  /** Tasks whose worker is killed whenever one of their stages begins. */
  readonly hunted: number
}

export const FULL: Plan = { tasks: 2000, kills: 320, hunted: 6 }
export const QUICK: Plan = { tasks: 200, kills: 30, hunted: 1 }

/** A number from 0 to below 1 that belongs to a seed and some words: the same in every process. */
export function draw(seed: number, ...words: readonly (string | number)[]): number {
  return (
    createHash('sha256')
      .update([seed, ...words].join(' '))
      .digest()
      .readUInt32BE() /
    2 ** 32
  )
}

/** Marks a task that is hunted. */
export const HUNTED = 'hunted'

/** The body of a create: the smallest canvas, and one in four of a tier that gets second tries. */
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
