import { eventTypeOf } from './deliveries.ts'

type TaskRow = Readonly<Record<string, unknown>>

/** What a webhook sends. */
export interface WebhookEvent {
  readonly type: string
  readonly at: Date
  /** JSON text. */
  readonly data: string
}

/** What a webhook sends of an ended task, in the version of its create (docs/rules/versions.md#webhook-version). */
export interface Body extends Omit<WebhookEvent, 'type'> {
  readonly status: string
}

/** Builds the event's data from a row of `task`. */
export type BodyOf = (task: TaskRow) => Body

/** The row of a delivery's task, or its event of the account. */
export type About = { readonly task: TaskRow } | { readonly event: WebhookEvent }

/** Columns of `aboutOf`, beside `t.*` of the task. */
export interface EventRow {
  eventType: string | null
  eventData: string | null
  eventAt: Date
}

/** @param d name of the delivery's row */
export const EVENT_COLUMNS = (d: string): string =>
  `${d}.type as "eventType", ${d}.data as "eventData", ${d}.created_at as "eventAt"`

export function aboutOf(row: EventRow): About {
  const { eventType: type, eventData: data, eventAt: at } = row
  return type === null || data === null ? { task: row as unknown as TaskRow } : { event: { type, at, data } }
}

export function eventOf(about: About, bodyOf: BodyOf): WebhookEvent {
  if ('event' in about) return about.event
  const { status, at, data } = bodyOf(about.task)
  return { type: eventTypeOf(status), at, data }
}

/** The body of a webhook, JSON text. */
export function contentOf(eventId: string, { type, at, data }: WebhookEvent): string {
  const head = JSON.stringify({ id: eventId, type, timestamp: at })
  return `${head.slice(0, -1)},"data":${data}}`
}
