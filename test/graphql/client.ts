import assert from 'node:assert/strict'
import type { TestGateway, TestResponse } from '../support/gateway.ts'
import {
  TaskCreateDocument,
  type TaskCreateInput,
  type TaskCreateMutation,
  type TypedDocumentString,
} from './generated/graphql.ts'

export interface GraphQLErrorBody {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly requestId: string; readonly [name: string]: unknown }
}

export interface Reply<T> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly data: T | null | undefined
  readonly errors: readonly GraphQLErrorBody[] | undefined
}

type Document<T, V> = TypedDocumentString<T, V> | string

/** One operation by POST, with the account's key unless the headers override it. */
export async function send<T, V>(
  gateway: TestGateway,
  document: Document<T, V>,
  variables?: V,
  headers: Record<string, string> = {},
): Promise<Reply<T>> {
  const {
    status,
    headers: answered,
    text,
    body,
  } = await gateway.call('POST', '/graphql', { query: document.toString(), variables }, headers)
  return { status, headers: answered, text, data: body.data, errors: body.errors }
}

/** The data of a document that is written as text. */
export async function dataOf(
  { call }: Pick<TestGateway, 'call'>,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<TestResponse['body']> {
  return (await call('POST', '/graphql', { query, variables })).body.data
}

/** The data of an operation that must not fail. */
export async function ask<T, V>(
  gateway: TestGateway,
  document: TypedDocumentString<T, V>,
  variables: V,
  headers: Record<string, string> = {},
): Promise<T> {
  const { data, errors } = await send(gateway, document, variables, headers)
  assert.equal(errors, undefined)
  assert.ok(data)
  return data
}

/** The answer to a create that is not refused as a whole. */
export async function create(
  gateway: TestGateway,
  input: TaskCreateInput,
  headers: Record<string, string> = {},
): Promise<NonNullable<TaskCreateMutation['taskCreate']>> {
  const { taskCreate } = await ask(gateway, TaskCreateDocument, { input }, headers)
  assert.ok(taskCreate)
  return taskCreate
}

/** The id of a new task. */
export async function createdId(gateway: TestGateway, input: TaskCreateInput = { prompt: 'x' }): Promise<string> {
  const { tasks } = await create(gateway, input)
  return tasks[0]?.id ?? assert.fail('nothing was created')
}

type Events<T> = AsyncGenerator<{ data?: T; errors?: GraphQLErrorBody[] }, void>

/**
 * A subscription as Server-Sent Events: each event's `data`, parsed; ends with `complete`. `return` disconnects at
 * once, even before the next event.
 */
export function listen<T, V>(
  gateway: TestGateway,
  document: Document<T, V>,
  variables: V,
  signal?: AbortSignal,
): Events<T> {
  const leave = new AbortController()
  const events = read<T, V>(gateway, document, variables, leave.signal, signal)
  const end = events.return.bind(events)
  return Object.assign(events, {
    return: () => {
      leave.abort()
      return end()
    },
  })
}

async function* read<T, V>(
  gateway: TestGateway,
  document: Document<T, V>,
  variables: V,
  left: AbortSignal,
  signal: AbortSignal = left,
): Events<T> {
  try {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${gateway.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal: AbortSignal.any([left, signal]),
    })
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    assert.ok(response.body)
    let buffer = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      buffer += chunk
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const frame = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (/^event: complete$/m.test(frame)) return
        const [, data] = /^data: (.+)$/m.exec(frame) ?? []
        if (data) yield JSON.parse(data)
      }
    }
  } catch (error) {
    if (left.aborted) return
    throw error
  }
  throw new Error('the stream broke before it was complete')
}
