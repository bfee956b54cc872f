import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import {
  type AnyVariables,
  Client,
  type ClientOptions,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  type OperationResult,
  subscriptionExchange,
} from '@urql/core'
import {
  FileUploadDocument,
  TaskCancelDocument,
  TaskCreateDocument,
  TaskNodeDocument,
  TaskPageDocument,
  type TaskPageQuery,
  TaskStatesDocument,
  type TaskStatesSubscription,
} from '../graphql/generated/graphql.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { finish, parsed, WHOLE } from './documents.ts'
import { openLine } from './line.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })

function open(at: TestGateway, options: Partial<ClientOptions> = {}): Client {
  return new Client({
    url: `${at.url}/graphql`,
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { Authorization: `Bearer ${at.key}` } },
    ...options,
  })
}

/** Subscriptions over graphql-ws that resume after the last cursor, of any kind. */
function overSocket(at: TestGateway): Client {
  const socket = openClient(at, { retryAttempts: 5, retryWait: async () => {} })
  after(() => socket.dispose())
  const subscriptions = subscriptionExchange({
    forwardSubscription({ query = '', variables: given }) {
      // graphql-ws sends this object again in its current state.
      const variables: Record<string, unknown> = { ...given }
      return {
        subscribe(sink) {
          const next = (result: { data?: Record<string, unknown> | null }) => {
            const [update] = Object.values(result.data ?? {}) as { cursor: string }[]
            variables['after'] = update?.cursor
            sink.next(result as Parameters<typeof sink.next>[0])
          }
          return { unsubscribe: socket.subscribe({ query, variables }, { ...sink, next }) }
        },
      }
    },
  })
  return open(at, { exchanges: [cacheExchange, fetchExchange, subscriptions] })
}

const client = open(gateway)

function dataOf<T, V extends AnyVariables>({ data, error }: OperationResult<T, V>): T {
  assert.equal(error, undefined)
  assert.ok(data)
  return data
}

async function createdId(): Promise<string> {
  const { taskCreate } = dataOf(await client.mutation(parsed(TaskCreateDocument), { input: { prompt: 'x' } }))
  return taskCreate?.tasks[0]?.id ?? assert.fail('nothing was created')
}

/** A task's states to the end of the stream; the first one starts `work`. */
function collect(at: Client, id: string, work: () => void): Promise<string[]> {
  const seen: string[] = []
  return new Promise((resolve, reject) => {
    const onResult = ({ data, error, hasNext }: OperationResult<TaskStatesSubscription>) => {
      if (error) return reject(error)
      // At the end the last state is delivered again.
      if (!hasNext) resolve(seen)
      else if (data && seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`) === 1) work()
    }
    at.subscription(parsed(TaskStatesDocument), { id }).subscribe(onResult)
  })
}

test('a mutation invalidates the cache: the query runs again and shows the cancelled task', async () => {
  const id = await createdId()
  const node = async () => {
    const result = await client.query(parsed(TaskNodeDocument), { id })
    const found = dataOf(result).node
    assert.ok(found && 'status' in found)
    return [found.status, result.operation.context.meta?.cacheOutcome]
  }
  assert.deepEqual(await node(), ['QUEUED', 'miss'])
  assert.deepEqual(await node(), ['QUEUED', 'hit'])
  const cancel = () => client.mutation(parsed(TaskCancelDocument), { input: { id } })
  assert.deepEqual(dataOf(await cancel()).taskCancel?.userErrors, [])
  assert.deepEqual(await node(), ['CANCELLED', 'miss'])
  assert.deepEqual(dataOf(await cancel()).taskCancel?.userErrors, [
    { __typename: 'TaskNotCancellableError', code: 'task_not_cancellable', status: 'CANCELLED' },
  ])
})

test('queries also work by GET', async () => {
  const id = await createdId()
  const result = await client.query(parsed(TaskNodeDocument), { id }, { preferGetMethod: 'force' })
  assert.equal(dataOf(result).node?.id, id)
})

test('pages continue after the end cursor', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 100 })
  const other = open({ ...gateway, key })
  const input = { prompt: 'x', n: 4 }
  const { taskCreate } = dataOf(await other.mutation(parsed(TaskCreateDocument), { input }))
  const seen: string[] = []
  for (let after: string | null = null, more = true; more; ) {
    const { tasks }: TaskPageQuery = dataOf(await other.query(parsed(TaskPageDocument), { first: 3, after }))
    seen.push(...tasks.nodes.map(({ id }) => id))
    after = tasks.pageInfo.endCursor
    more = tasks.pageInfo.hasNextPage
  }
  assert.deepEqual(seen.toSorted(), taskCreate?.tasks.map(({ id }) => id).toSorted())
})

test('a graphql-ws subscription resumes after a disconnect: every state once, then complete', async () => {
  const line = await openLine(gateway)
  const id = await createdId()
  let work: Promise<void> | undefined
  const seen = await collect(overSocket(line.gateway), id, () => {
    work = finish(gateway, id, line.cut)
  })
  await work
  assert.deepEqual(seen, WHOLE)
  assert.equal(line.connections(), 2)
})

test('an event-stream subscription through the fetch exchange delivers every state once, then complete', async () => {
  const id = await createdId()
  let work: Promise<void> | undefined
  const seen = await collect(open(gateway, { fetchSubscriptions: true }), id, () => {
    work = finish(gateway, id, () => {})
  })
  await work
  assert.deepEqual(seen, WHOLE)
})

test('a File in the variables is uploaded', async () => {
  const bytes = await readFile('test/corpus/rgb.png')
  const headers = { Authorization: `Bearer ${gateway.key}`, 'graphql-require-preflight': '1' }
  const uploading = open(gateway, { fetchOptions: { headers } })
  const input = { file: new File([bytes], 'rgb.png'), purpose: 'REFERENCE' as const }
  const { fileUpload } = dataOf(await uploading.mutation(parsed(FileUploadDocument), { input }))
  assert.deepEqual(fileUpload?.userErrors, [])
  assert.deepEqual([fileUpload?.file?.kind, fileUpload?.file?.bytes], ['IMAGE', bytes.length])
})

test('a wrong key is a GraphQL error with its code, over POST and over a socket', async () => {
  const wrong = { ...gateway, key: 'vgk_wrong' }
  const { error } = await open(wrong).query(parsed(TaskNodeDocument), { id: 'vid_none' })
  assert.deepEqual(codesOf(error), ['invalid_api_key'])
  assert.equal(error?.response?.status, 401)
  await assert.rejects(
    collect(overSocket(wrong), 'vid_none', () => {}),
    (thrown: CombinedError) => {
      const { code, reason } = thrown.networkError as unknown as CloseEvent
      assert.deepEqual([code, reason], [4401, 'invalid_api_key'])
      return true
    },
  )
})

function codesOf(error: CombinedError | undefined): unknown[] | undefined {
  return error?.graphQLErrors.map(({ extensions }) => extensions['code'])
}
