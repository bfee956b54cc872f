import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Client } from 'graphql-ws'
import {
  TaskCancelDocument,
  type TaskCancelMutation,
  TaskCreateDocument,
  type TaskCreateMutation,
  TaskNodeDocument,
  type TaskNodeQuery,
  TaskStatesDocument,
  type TaskStatesSubscription,
  type TaskStatesSubscriptionVariables,
  type TypedDocumentString,
} from '../graphql/generated/graphql.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { finish, WHOLE } from './documents.ts'
import { openLine } from './line.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const client = openClient(gateway)
after(() => client.dispose())

async function ask<T, V extends Record<string, unknown>>(
  document: TypedDocumentString<T, V>,
  variables: V,
  at: Client = client,
): Promise<T> {
  for await (const { data, errors } of at.iterate<T>({ query: document.toString(), variables })) {
    assert.equal(errors, undefined)
    assert.ok(data)
    return data
  }
  assert.fail('there was no answer')
}

const create = () =>
  ask<TaskCreateMutation, { input: { prompt: string } }>(TaskCreateDocument, { input: { prompt: 'x' } })

const createdId = async () => (await create()).taskCreate?.tasks[0]?.id ?? assert.fail('nothing was created')

test('mutations and queries are answered over the socket, and refusals as typed user errors', async () => {
  const id = await createdId()
  const cancel = () => ask<TaskCancelMutation, { input: { id: string } }>(TaskCancelDocument, { input: { id } })
  assert.deepEqual(await cancel(), { taskCancel: { task: { id, status: 'CANCELLED' }, userErrors: [] } })
  const refused = (await cancel()).taskCancel?.userErrors[0]
  assert.deepEqual(refused, {
    __typename: 'TaskNotCancellableError',
    code: 'task_not_cancellable',
    status: 'CANCELLED',
  })
  const { node } = await ask<TaskNodeQuery, { id: string }>(TaskNodeDocument, { id })
  assert.deepEqual(node, { id, status: 'CANCELLED', prompt: 'x' })
})

test('a subscription resumes after a disconnect: every state once, from create to complete', async () => {
  const line = await openLine(gateway)
  const over = openClient(line.gateway, { retryAttempts: 5, retryWait: async () => {} })
  const id = await createdId()
  // The client sends this object again in its current state.
  const variables: TaskStatesSubscriptionVariables = { id, after: null }
  const seen: string[] = []
  let work: Promise<void> | null = null
  const updates = over.iterate<TaskStatesSubscription>({ query: TaskStatesDocument.toString(), variables })
  for await (const { data } of updates) {
    assert.ok(data)
    variables.after = data.taskUpdated.cursor
    seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`)
    work ??= finish(gateway, id, line.cut)
  }
  await work
  await over.dispose()
  assert.deepEqual(seen, WHOLE)
  assert.equal(line.connections(), 2)
})

test('a wrong key closes the socket with 4401 and its code, and the client does not reconnect', async () => {
  let connecting = 0
  const wrong = openClient(
    { ...gateway, key: 'vgk_wrong' },
    { retryAttempts: Number.POSITIVE_INFINITY, shouldRetry: () => true, on: { connecting: () => void connecting++ } },
  )
  await assert.rejects(ask(TaskNodeDocument, { id: 'vid_none' }, wrong), (error) => {
    const { code, reason } = error as CloseEvent
    assert.deepEqual([code, reason], [4401, 'invalid_api_key'])
    return true
  })
  assert.equal(connecting, 1)
})
