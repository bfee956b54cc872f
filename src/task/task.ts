import type { Task as Row } from '../../prisma/client/client.ts'
import type { AspectRatio } from '../media/canvas.ts'
import type { ServiceTier, Stage } from '../queue/catalog.ts'

export const MODES = ['text_to_video', 'image_to_video', 'reference_to_video'] as const
export type Mode = (typeof MODES)[number]

export const STATUSES = [
  'queued',
  'encoding',
  'rendering',
  'upscaling',
  'packaging',
  'succeeded',
  'failed',
  'cancelled',
  'rejected',
] as const
export type Status = (typeof STATUSES)[number]

export const RESOLUTIONS = ['768p', '2k', '4k'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

export const TIERS = ['draft', 'standard', 'pro', 'dedicated'] as const satisfies readonly ServiceTier[]

export type FailReason =
  | 'content_policy_input'
  | 'content_policy_output'
  | 'invalid_asset'
  | 'queue_timeout'
  | 'processing_timeout'
  | 'processing_interrupted'
  | 'output_corrupt'
  | 'storage_error'
  | 'generation_error'
  | 'internal_error'

/** One item of the price, written at creation and never changed (docs/rules/money.md#price-items). */
export interface PriceItem {
  readonly kind:
    | 'encoder'
    | 'material_video'
    | 'material_audio'
    | 'material_image'
    | 'context_ir'
    | 'generation'
    | 'upscale'
  /** The stage whose completion earns it. */
  readonly stage: Stage
  /** Seconds for timed kinds, a count for the others. */
  readonly quantity: number
  /** Frames that set its price: for the upscale of a finished video, ⌈frames × unit / 24⌉. */
  readonly frames?: number
  readonly unitPriceMicro: number
  readonly amountMicro: number
  /** The frozen amount, if the billed one is lower (docs/rules/money.md#dedicated-tier). */
  readonly frozenMicro?: number
}

/** Properties of the finished file, written with `succeeded`. None is null: events leave nulls out. */
export interface TaskOutput {
  readonly key: string
  readonly thumbnailKey: string
  readonly bytes: number
  readonly sha256: string
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly hasAudio: boolean
  readonly watermarked: boolean
}

/** A task's row. It has the same shape whether it was read by Prisma, by SQL of the rooms or made from an event. */
export interface Task
  extends Omit<
    Row,
    | 'status'
    | 'mode'
    | 'resolution'
    | 'aspectRatio'
    | 'serviceTier'
    | 'items'
    | 'output'
    | 'waitingReason'
    | 'failReason'
  > {
  status: Status
  mode: Mode
  resolution: Resolution
  aspectRatio: AspectRatio
  serviceTier: ServiceTier
  items: PriceItem[]
  output: TaskOutput | null
  waitingReason: 'capacity' | 'lora' | 'encoder' | null
  failReason: FailReason | null
}

const camel = new Map<string, string>()

function camelOf(column: string): string {
  let name = camel.get(column)
  if (!name) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    camel.set(column, name)
  }
  return name
}

/** A row of `select task.*` on the rooms' pool. */
export function taskFromRow(row: Record<string, unknown>): Task {
  const task: Record<string, unknown> = {}
  for (const column in row) task[camelOf(column)] = row[column]
  return task as unknown as Task
}

const TERMINAL: ReadonlySet<string> = new Set<Status>(['succeeded', 'failed', 'cancelled', 'rejected'])

export function isTerminal(status: string): boolean {
  return TERMINAL.has(status)
}

/** The files that a task is made from, each once. */
export function fileIdsOf(task: {
  readonly inputImage: string | null
  readonly endImage: string | null
  readonly references: readonly string[]
}): string[] {
  return [...new Set([task.inputImage, task.endImage, ...task.references].filter((id) => id !== null))]
}
