import assert from 'node:assert/strict'
import { SCOPES } from '../../../src/key/caller.ts'
import { finishedTask } from '../../rest/content/finished.ts'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { pngOf, uploaded } from '../../support/material.ts'
import { send } from '../client.ts'

/** Ids of an account with something at both ends of every edge. */
export interface World {
  readonly gateway: TestGateway
  /** Three images. */
  readonly files: readonly [start: string, end: string, reference: string]
  /** From a start and an end frame. */
  readonly framed: string
  /** From references: the third file, the first one. */
  readonly referring: string
  readonly group: { readonly id: string; readonly tasks: readonly string[] }
  /** Succeeded, with a webhook delivery. */
  readonly source: string
  readonly delivery: string
  readonly upscale: string
}

export async function openWorld(): Promise<World> {
  const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 1000, creditMicro: 10_000_000_000n })
  const png = await pngOf(1344, 768)
  const files = [
    await uploaded(gateway, png, 'input_image'),
    await uploaded(gateway, png, 'end_image'),
    await uploaded(gateway, png, 'reference'),
  ] as const
  const [start, end, reference] = files
  const framed = await made(gateway, { mode: 'image_to_video', input_image: start, end_image: end })
  const referring = await made(gateway, { mode: 'reference_to_video', references: [reference, start] })
  const { group_id, data } = await made(gateway, { n: 2 })
  const { id: source } = await finishedTask(gateway, 10)
  const { body: quote } = await gateway.call('GET', `/v1/videos/${source}/upscale`)
  const { body: upscale } = await gateway.call('POST', `/v1/videos/${source}/upscale`, {
    amount_micro: quote.amount_micro,
  })
  return {
    ...{ gateway, files, framed: framed.id, referring: referring.id, source, upscale: upscale.id },
    group: { id: group_id, tasks: data.map(({ id }: { id: string }) => id) },
    delivery: await deliver(gateway, source),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export async function made(gateway: TestGateway, input: object, headers: Record<string, string> = {}): Promise<any> {
  const { status, body, text } = await gateway.call('POST', '/v1/videos', { prompt: 'x', ...input }, headers)
  assert.equal(status, 202, text)
  return body
}

/** A delivery of a task, without a receiver. */
export async function deliver({ rooms }: TestGateway, task: string): Promise<string> {
  const { rows } = await rooms.resources.pool.query<{ id: string }>(
    `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status)
     select 'whd_' || e.id, e.account_id, e.task_id, e.id, 'https://example.com/', 'example.com', 'failed'
     from event e where e.task_id = $1 order by e.seq desc limit 1 returning id`,
    [task],
  )
  return rows[0]?.id ?? assert.fail('the task has no event')
}

/** The data of a query that has no error. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export async function read(gateway: TestGateway, query: string, key = gateway.key): Promise<any> {
  const { data, errors } = await send(gateway, query, undefined, { authorization: `Bearer ${key}` })
  assert.equal(errors, undefined)
  return data
}
