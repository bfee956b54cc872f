/** Stages of a task; internal, never shown to callers. */
export const STAGES = ['encode', 'render', 'upscale', 'package'] as const
export type Stage = (typeof STAGES)[number]

export interface StageJob {
  readonly taskId: string
  readonly stage: Stage
  readonly number: number
}

/** One queue a stage; a worker fetches from those of its capabilities. */
export const QUEUES: readonly string[] = STAGES

const TIER_PRIORITY = { dedicated: 3_000_000, pro: 2_000_000, standard: 1_000_000, draft: 1_000_000 } as const

export type ServiceTier = keyof typeof TIER_PRIORITY

/** Dispatch order begins with the tier (engine room, dispatch order). */
export function priorityOf(tier: ServiceTier): number {
  return TIER_PRIORITY[tier]
}
