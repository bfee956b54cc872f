/** Stages of a task; internal, never shown to callers. */
export const STAGES = ['encode', 'render', 'upscale', 'package'] as const
export type Stage = (typeof STAGES)[number]

export interface StageJob {
  readonly taskId: string
  readonly stage: Stage
  readonly number: number
}

/** Renders that request acceleration wait here for a worker that supports it, and after a grace period also in `render`. */
export const LORA_QUEUE = 'render-lora'

/** Stages of standard tasks that have long been ready wait here too: they rank as pro, but not for the pro pool. */
export function agedQueue(stage: Stage): string {
  return `${stage}-aged`
}

/** The queues that all workers share; a worker fetches from those of its capabilities. */
export const QUEUES: readonly string[] = [...STAGES, ...STAGES.map(agedQueue), LORA_QUEUE]

/** Pools are `shared`, `pro` and account ids, for workers reserved for an account. */
export function isAccountPool(pool: string): boolean {
  return pool !== 'shared' && pool !== 'pro'
}

/** The queue of a stage for the workers reserved for an account. */
export function accountQueue(stage: Stage, accountId: string): string {
  return `${stage}-${accountId}`
}

/** Distance between tiers; ranks within a tier stay below it, so that all fits into int4. */
export const TIER_STEP = 500_000_000
export const RANK_MAX = TIER_STEP - 2

const TIER_BASE = { dedicated: 2 * TIER_STEP, pro: TIER_STEP, standard: 0, draft: 0 } as const

export type ServiceTier = keyof typeof TIER_BASE

/** Priority of a tier's first rank. */
export function baseOf(tier: ServiceTier): number {
  return TIER_BASE[tier]
}

/** The lowest priority of a tier. */
export function floorOf(tier: ServiceTier): number {
  return TIER_BASE[tier] - RANK_MAX
}

/** Below everything: a second try uses only idle compute. */
export const HEDGE_PRIORITY = -4 * TIER_STEP
