import type { Work } from './works.ts'

const NAMES = ['read', 'render', 'finish'] as const

export interface Step {
  readonly name: (typeof NAMES)[number]
  /** 0 to 1. */
  readonly done: number
  readonly isNow: boolean
}

/** The three steps of a work, with the shares that the gateway gives their stages (src/task/pipeline.ts). */
export function stepsOf({
  status,
  progress,
  resolution,
  sourceTaskId,
}: Pick<Work, 'status' | 'progress' | 'resolution' | 'sourceTaskId'>): readonly Step[] {
  const isUpscale = sourceTaskId !== null
  const shares = [isUpscale ? 0 : 0.05, (isUpscale ? 0 : 0.85) + (resolution === 'R768P' ? 0 : 0.6), 0.1]
  const now = status === 'PACKAGING' ? 2 : status === 'RENDERING' || status === 'UPSCALING' ? 1 : 0
  let rest = progress * shares.reduce((sum, share) => sum + share, 0)
  return NAMES.map((name, index) => {
    const share = shares[index] ?? 0
    const done = index < now ? 1 : index > now ? 0 : Math.min(1, Math.max(0, share === 0 ? 0 : rest / share))
    rest -= share
    return { name, done, isNow: index === now && status !== 'QUEUED' }
  })
}

/** Less says too little about the rest. */
const LEAST = 0.08

/** Seconds until a work may be finished, by its own speed, rounded so that they do not flicker; null while unknown. */
export function secondsLeft({ startedAt, progress }: Pick<Work, 'startedAt' | 'progress'>, now: number): number | null {
  if (startedAt === null || progress < LEAST) return null
  const left = ((now - Date.parse(startedAt)) / 1000) * (1 / progress - 1)
  const grain = left < 60 ? 5 : 15
  return Math.max(grain, Math.ceil(left / grain) * grain)
}
