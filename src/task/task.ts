import type { QueryResultRow } from 'pg'
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

/**
 * A row of `select task.*` on the rooms' pool. Written out, because an object that is filled by names of columns costs five times
 * as much, and so does every later read of it.
 */
export function taskFromRow(row: QueryResultRow): Task {
  return {
    id: row['id'],
    accountId: row['account_id'],
    keyId: row['key_id'],
    groupId: row['group_id'],
    nIndex: row['n_index'],
    sourceTaskId: row['source_task_id'],
    apiVersion: row['api_version'],
    status: row['status'],
    seq: row['seq'],
    progress: row['progress'],
    mode: row['mode'],
    prompt: row['prompt'],
    negativePrompt: row['negative_prompt'],
    inputImage: row['input_image'],
    endImage: row['end_image'],
    references: row['references'],
    resolution: row['resolution'],
    durationMs: row['duration_ms'],
    aspectRatio: row['aspect_ratio'],
    width: row['width'],
    height: row['height'],
    frames: row['frames'],
    seed: row['seed'],
    audio: row['audio'],
    serviceTier: row['service_tier'],
    acceleration: row['acceleration'],
    useContextIr: row['use_context_ir'],
    webhookUrl: row['webhook_url'],
    metadata: row['metadata'],
    priority: row['priority'],
    priceVersion: row['price_version'],
    items: row['items'],
    earned: row['earned'],
    frozenMicro: row['frozen_micro'],
    billedMs: row['billed_ms'],
    amountMicro: row['amount_micro'],
    accelerated: row['accelerated'],
    contextIrApplied: row['context_ir_applied'],
    waitingSince: row['waiting_since'],
    waitingReason: row['waiting_reason'],
    output: row['output'],
    outputUntil: row['output_until'],
    outputErasedAt: row['output_erased_at'],
    preview: row['preview'],
    failReason: row['fail_reason'],
    failDetail: row['fail_detail'],
    etaSeconds: row['eta_seconds'],
    createdAt: row['created_at'],
    startedAt: row['started_at'],
    completedAt: row['completed_at'],
    deletedAt: row['deleted_at'],
    traceparent: row['traceparent'],
  }
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
