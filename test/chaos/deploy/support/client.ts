import assert from 'node:assert/strict'
import type { callWith } from '../../../support/gateway.ts'
import { corpus } from '../../../support/material.ts'

/** The key of the account that these calls are made with. */
export const KEY = 'vgk_restored1'

type Call = ReturnType<typeof callWith>

export interface Update {
  readonly taskId: string
  readonly cursor: string
  readonly skipped: boolean
  readonly task: { readonly status: string } | null
}

/** Changes of the account's stream over SSE, until one is accepted. */
export async function updates(
  url: string,
  cursor: string | null,
  isLast: (update: Update) => boolean,
): Promise<Update[]> {
  const query = `subscription ($after: String) { tasksUpdated(after: $after) { taskId cursor skipped task { status } } }`
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { after: cursor } }),
    signal: AbortSignal.timeout(120_000),
  })
  const found: Update[] = []
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const update = line.startsWith('data: {') ? JSON.parse(line.slice(6)).data?.tasksUpdated : null
      if (!update) continue
      found.push(update)
      if (isLast(update)) return found
    }
  }
  assert.fail(`the stream ended: ${JSON.stringify(found)} ${text}`)
}

export async function createVideo(call: Call, fields: object): Promise<string> {
  const { status, body, text } = await call('POST', '/v1/videos', { prompt: 'a lake', ...fields })
  assert.equal(status, 202, text)
  return body.id
}

export async function contentOf(url: string, id: string): Promise<Buffer> {
  const answer = await fetch(`${url}/v1/videos/${id}/content`, { headers: { authorization: `Bearer ${KEY}` } })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

export const statusOf = async (call: Call, id: string) => (await call('GET', `/v1/videos/${id}`)).body.status
export const ended = async (call: Call, id: string) => (await call('GET', `/v1/videos/${id}/events`)).text

export async function upload(url: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'input_image')
  form.set('file', await corpus('photo-exif6.jpg'), 'photo.jpg')
  const answer = await fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form,
  })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { id: string }).id
}
