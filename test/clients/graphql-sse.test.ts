import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Client, createClient, NetworkError } from 'graphql-sse'
import {
  TaskCancelDocument,
  TaskCreateDocument,
  TaskNodeDocument,
  TaskStatesDocument,
  type TaskStatesSubscription,
  type TaskStatesSubscriptionVariables,
  type TypedDocumentString,
} from '../graphql/generated/graphql.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { finish, WHOLE } from './documents.ts'
import { openLine } from './line.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })

/** The stock client in distinct connections mode, which is its default. */
function open(at: TestGateway, retryAttempts = 0): Client {
  const client = createClient({
    url: `${at.url}/graphql`,
    headers: { Authorization: `Bearer ${at.key}` },
    retryAttempts,
    retry: async () => {},
  })
  after(() => client.dispose())
  return client
}

const client = open(gateway)

async function ask<T, V extends Record<string, unknown>>(
  document: TypedDocumentString<T, V>,
  variables: V,
  at = client,
) {
  for await (const { data, errors } of at.iterate<T>({ query: document.toString(), variables })) {
    assert.equal(errors, undefined)
    assert.ok(data)
    return data as T
  }
  assert.fail('there was no answer')
}

async function createdId(): Promise<string> {
  const { taskCreate } = await ask(TaskCreateDocument, { input: { prompt: 'x' } })
  return taskCreate?.tasks[0]?.id ?? assert.fail('nothing was created')
}

test('mutations and queries are answered as event streams, and refusals as typed user errors', async () => {
  const id = await createdId()
  const cancel = () => ask(TaskCancelDocument, { input: { id } })
  assert.deepEqual(await cancel(), { taskCancel: { task: { id, status: 'CANCELLED' }, userErrors: [] } })
  assert.deepEqual((await cancel()).taskCancel?.userErrors, [
    { __typename: 'TaskNotCancellableError', code: 'task_not_cancellable', status: 'CANCELLED' },
  ])
  assert.deepEqual((await ask(TaskNodeDocument, { id })).node, { id, status: 'CANCELLED', prompt: 'x' })
})

test('a subscription resumes after a disconnect: every state once, from create to complete', async () => {
  const line = await openLine(gateway)
  const id = await createdId()
  // The client sends this object again in its current state.
  const variables: TaskStatesSubscriptionVariables = { id, after: null }
  const seen: string[] = []
  let work: Promise<void> | null = null
  const updates = open(line.gateway, 5).iterate<TaskStatesSubscription>({
    query: TaskStatesDocument.toString(),
    variables,
  })
  for await (const { data } of updates) {
    assert.ok(data)
    variables.after = data.taskUpdated.cursor
    seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`)
    work ??= finish(gateway, id, line.cut)
  }
  await work
  assert.deepEqual(seen, WHOLE)
  assert.equal(line.connections(), 2)
})

test('a wrong key is a network error with status 401', async () => {
  // It would retry as configured, whatever the status.
  const wrong = open({ ...gateway, key: 'vgk_wrong' })
  await assert.rejects(ask(TaskNodeDocument, { id: 'vid_none' }, wrong), (error) => {
    assert.ok(error instanceof NetworkError)
    assert.equal(error.response?.status, 401)
    return true
  })
})
