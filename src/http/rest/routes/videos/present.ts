import { CURRENCY, displayAmount } from '../../../../credit/money.ts'
import { isEarlier } from '../../../../key/version.ts'
import type { Rooms } from '../../../../rooms.ts'
import { earlierStatus } from '../../../../task/earlier.ts'
import type { QueuePosition } from '../../../../task/queue-position.ts'
import type { PriceItem, Task } from '../../../../task/task.ts'
import { costOf, deliveredSeconds, isDownloadable, usageOf, waitingOf } from '../../../../task/view.ts'
import type { Body } from '../../../../webhook/content.ts'

/** Settings for a task's link. */
export type Linking = Pick<Rooms, 'links' | 'publicUrl'>

/**
 * A task as REST shows it, as JSON text (docs/rules/tasks.md#fields). `metadata` is the caller's own text, inserted unparsed: its
 * key order, duplicate keys and long numbers do not change.
 * @param queued its queue position while none of its work runs
 */
export function presentTask(task: Task, linking: Linking, queued: QueuePosition | null = null): string {
  const contextIr = `"use_context_ir":${task.useContextIr},"context_ir_applied":${task.contextIrApplied},`
  const waiting = JSON.stringify(waitingOf(task))
  return textOf(task, { status: task.status, contextIr, waiting, last: '' }, linking, queued)
}

/** The same in the earlier version (spec 9): its states, no reason in the notice, no context IR, but the negative prompt. */
function presentEarlier(task: Task, linking: Linking, queued: QueuePosition | null = null): string {
  const notice = waitingOf(task)
  const waiting = JSON.stringify(notice && { since: notice.since, seconds: notice.seconds })
  const last = `"negative_prompt":${JSON.stringify(task.negativePrompt)},`
  return textOf(task, { status: earlierStatus(task), contextIr: '', waiting, last }, linking, queued)
}

/** Shows tasks in the version of a request, or of a webhook's task (docs/rules/versions.md#task-and-request). */
export function presenterFor(speaker: { readonly apiVersion: string }): typeof presentTask {
  return isEarlier(speaker) ? presentEarlier : presentTask
}

/**
 * Content of a webhook: the finished task as GET shows it, in the version of its create, or the rest of it
 * after its deletion (docs/rules/webhooks.md#events).
 */
export function presentEnded(task: Task, linking: Linking): Body {
  const { id, completedAt } = task
  const status = isEarlier(task) ? earlierStatus(task) : task.status
  const left = `{"id":"${id}","object":"video.task","status":"${status}","usage":${usageText(task)},"deleted":true,"output":null}`
  const data = task.deletedAt ? left : presenterFor(task)(task, linking)
  return { status, at: completedAt ?? task.createdAt, data }
}

/** Fields in which the versions differ. */
interface Versioned {
  readonly status: string
  readonly contextIr: string
  readonly waiting: string
  readonly last: string
}

/**
 * The text is written out, because `JSON.stringify` of an object with the same fields takes a third longer for each task of a list. Ids,
 * names of choices and numbers need no escaping.
 */
function textOf(task: Task, versioned: Versioned, linking: Linking, queued: QueuePosition | null): string {
  return (
    `{"id":"${task.id}","object":"video.task","status":"${versioned.status}","progress":${task.progress},` +
    `"mode":"${task.mode}","prompt":${JSON.stringify(task.prompt)},"input_image":${textOrNull(task.inputImage)},` +
    `"end_image":${textOrNull(task.endImage)},"references":${JSON.stringify(task.references)},` +
    `"resolution":"${task.resolution}","duration":${task.durationMs / 1000},"aspect_ratio":"${task.aspectRatio}",` +
    `"seed":${task.seed},"audio":${task.audio},"service_tier":"${task.serviceTier}",` +
    `"acceleration":"${task.acceleration}","accelerated":${task.accelerated},${versioned.contextIr}` +
    `"webhook_url":${textOrNull(task.webhookUrl)},"group_id":${textOrNull(task.groupId)},"n_index":${task.nIndex},` +
    `"source_task_id":${textOrNull(task.sourceTaskId)},"created_at":${timeText(task.createdAt)},` +
    `"started_at":${timeText(task.startedAt)},"completed_at":${timeText(task.completedAt)},` +
    `"waiting":${versioned.waiting},"queue":${queueText(queued)},"cost":${costText(task)},` +
    `"output":${outputText(task, linking)},"usage":${usageText(task)},"fail_reason":${textOrNull(task.failReason)},` +
    `"fail_detail":${textOrNull(task.failDetail)},${versioned.last}"metadata":${task.metadata ?? 'null'}}`
  )
}

function textOrNull(text: string | null): string {
  return text === null ? 'null' : JSON.stringify(text)
}

function timeText(time: Date | null): string {
  return time === null ? 'null' : `"${time.toISOString()}"`
}

function queueText(queued: QueuePosition | null): string {
  return queued === null ? 'null' : `{"position":${queued.position},"eta_seconds":${queued.etaSeconds}}`
}

function costText(task: Task): string {
  const cost = costOf(task)
  return cost === null ? 'null' : `{"frozen_micro":${cost.frozenMicro},"earned_micro":${cost.earnedMicro}}`
}

function usageText(task: Task): string {
  const usage = usageOf(task)
  if (usage === null) return 'null'
  return (
    `{"billed_seconds":${usage.billedSeconds},"billed_tier":${textOrNull(usage.billedTier)},` +
    `"amount_micro":${usage.amountMicro},"amount":"${displayAmount(usage.amountMicro)}","currency":"${CURRENCY}",` +
    `"items":${JSON.stringify(presentItems(usage.items))}}`
  )
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
function outputText(task: Task, { links, publicUrl }: Linking): string {
  const { output, outputUntil } = task
  if (!output || task.status !== 'succeeded') return 'null'
  const link = isDownloadable(task) ? links.sign(task.id, 'video') : null
  const expiresAt = link && (outputUntil && outputUntil < link.expiresAt ? outputUntil : link.expiresAt)
  return (
    `{"video_uri":${link ? JSON.stringify(publicUrl + link.path) : 'null'},"width":${output.width},"height":${output.height},` +
    `"duration":${deliveredSeconds(output.frames)},"has_audio":${output.hasAudio},"watermarked":${output.watermarked},` +
    `"expires_at":${timeText(expiresAt)},"available_until":${timeText(outputUntil)}}`
  )
}
