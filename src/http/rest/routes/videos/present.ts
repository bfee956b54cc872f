import { CURRENCY, displayAmount } from '../../../../credit/money.ts'
import { isEarlier } from '../../../../key/version.ts'
import type { QueuePosition } from '../../../../queue/position.ts'
import type { Rooms } from '../../../../rooms.ts'
import { earlierStatus } from '../../../../task/earlier.ts'
import type { PriceItem, Task } from '../../../../task/task.ts'
import { costOf, deliveredSeconds, isDownloadable, usageOf, waitingOf } from '../../../../task/view.ts'
import type { Body } from '../../../../webhook/deliver.ts'

/** Settings for a task's link. */
export type Linking = Pick<Rooms, 'links' | 'publicUrl'>

/**
 * A task as REST shows it, as JSON text (docs/rules/tasks.md#fields). `metadata` is the caller's own text, inserted unparsed: its
 * key order, duplicate keys and long numbers do not change.
 * @param queued its queue position while none of its work runs
 */
export function presentTask(task: Task, linking: Linking, queued: QueuePosition | null = null): string {
  return withMetadata(fieldsOf(task, linking, queued), task.metadata)
}

/** The same in the earlier version (spec 9): its states, no reason in the notice, no context IR, but the negative prompt. */
function presentEarlier(task: Task, linking: Linking, queued: QueuePosition | null = null): string {
  const { use_context_ir: _, context_ir_applied: __, ...fields } = fieldsOf(task, linking, queued)
  const waiting = waitingOf(task)
  const earlier = {
    ...fields,
    status: earlierStatus(task),
    waiting: waiting && { since: waiting.since, seconds: waiting.seconds },
    negative_prompt: task.negativePrompt,
  }
  return withMetadata(earlier, task.metadata)
}

/** Shows tasks in the version of a request, or of a webhook's task (docs/rules/versions.md#task-and-request). */
export function presenterFor(speaker: { readonly apiVersion: string }): typeof presentTask {
  return isEarlier(speaker) ? presentEarlier : presentTask
}

/** An object's JSON text with `metadata` as it was sent. */
export function withMetadata(fields: Readonly<Record<string, unknown>>, metadata: string | null): string {
  return `${JSON.stringify(fields).slice(0, -1)},"metadata":${metadata ?? 'null'}}`
}

/**
 * Content of a webhook: the finished task as GET shows it, in the version of its create, or the rest of it
 * after its deletion (docs/rules/webhooks.md#events).
 */
export function presentEnded(task: Task, linking: Linking): Body {
  const { id, completedAt } = task
  const status = isEarlier(task) ? earlierStatus(task) : task.status
  const left = { id, object: 'video.task', status, usage: presentUsage(task), deleted: true, output: null }
  const data = task.deletedAt ? JSON.stringify(left) : presenterFor(task)(task, linking)
  return { status, at: completedAt ?? task.createdAt, data }
}

function fieldsOf(task: Task, linking: Linking, queued: QueuePosition | null): Record<string, unknown> {
  return {
    id: task.id,
    object: 'video.task',
    status: task.status,
    progress: task.progress,
    mode: task.mode,
    prompt: task.prompt,
    input_image: task.inputImage,
    end_image: task.endImage,
    references: task.references,
    resolution: task.resolution,
    duration: task.durationMs / 1000,
    aspect_ratio: task.aspectRatio,
    seed: task.seed,
    audio: task.audio,
    service_tier: task.serviceTier,
    acceleration: task.acceleration,
    accelerated: task.accelerated,
    use_context_ir: task.useContextIr,
    context_ir_applied: task.contextIrApplied,
    webhook_url: task.webhookUrl,
    group_id: task.groupId,
    n_index: task.nIndex,
    source_task_id: task.sourceTaskId,
    created_at: task.createdAt,
    started_at: task.startedAt,
    completed_at: task.completedAt,
    waiting: waitingOf(task),
    queue: queued && { position: queued.position, eta_seconds: queued.etaSeconds },
    cost: presentCost(task),
    output: presentOutput(task, linking),
    usage: presentUsage(task),
    fail_reason: task.failReason,
    fail_detail: task.failDetail,
  }
}

function presentCost(task: Task): Record<string, unknown> | null {
  const cost = costOf(task)
  return cost && { frozen_micro: Number(cost.frozenMicro), earned_micro: Number(cost.earnedMicro) }
}

function presentUsage(task: Task): Record<string, unknown> | null {
  const usage = usageOf(task)
  if (!usage) return null
  return {
    billed_seconds: usage.billedSeconds,
    billed_tier: usage.billedTier,
    amount_micro: Number(usage.amountMicro),
    amount: displayAmount(usage.amountMicro),
    currency: CURRENCY,
    items: presentItems(usage.items),
  }
}

/** The items of a price. */
export function presentItems(items: readonly PriceItem[]): Record<string, unknown>[] {
  return items.map((item) => ({
    kind: item.kind,
    quantity: item.quantity,
    frames: item.frames,
    unit_price_micro: item.unitPriceMicro,
    amount_micro: item.amountMicro,
  }))
}

/** Every answer has a newly signed link. Once the bytes are removed there is no link, but the task stays succeeded. */
function presentOutput(task: Task, { links, publicUrl }: Linking): Record<string, unknown> | null {
  const { output, outputUntil } = task
  if (!output || task.status !== 'succeeded') return null
  const link = isDownloadable(task) ? links.sign(task.id, 'video') : null
  return {
    video_uri: link && `${publicUrl}${link.path}`,
    width: output.width,
    height: output.height,
    duration: deliveredSeconds(output.frames),
    has_audio: output.hasAudio,
    watermarked: output.watermarked,
    expires_at: link && (outputUntil && outputUntil < link.expiresAt ? outputUntil : link.expiresAt),
    available_until: outputUntil,
  }
}
