import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { filter, firstValueFrom, tap } from 'rxjs'
import {
  TaskCancelDocument,
  TaskCreateDocument,
  TaskNodeDocument,
  TaskPageDocument,
  TaskStatesDocument,
} from '../graphql/generated/graphql.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { finish, parsed, WHOLE } from './documents.ts'
import { openLine } from './line.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })

interface Page {
  readonly nodes: readonly unknown[]
}

/** Merges pages of `nodes`, however they were requested. */
const pages = {
  keyArgs: ['order'],
  merge: (kept: Page | undefined, page: Page) => ({ ...page, nodes: [...(kept?.nodes ?? []), ...page.nodes] }),
}

/** Subscriptions resume after the last cursor: graphql-ws sends the operation's current variables again. */
const resume = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ data }) => {
      const [update] = Object.values(data ?? {})
      if (update) operation.variables['after'] = update.cursor
    }),
  ),
)

/** The stock client without React: queries and mutations by POST, subscriptions over graphql-ws. */
function open(at: TestGateway) {
  const socket = openClient(at, { retryAttempts: 5, retryWait: async () => {} })
  const http = new HttpLink({ uri: `${at.url}/graphql`, headers: { Authorization: `Bearer ${at.key}` } })
  const isSubscription = ({ operationType }: ApolloLink.Operation) => operationType === 'subscription'
  const client = new ApolloClient({
    link: ApolloLink.split(isSubscription, ApolloLink.from([resume, new GraphQLWsLink(socket)]), http),
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { tasks: pages } } } }),
  })
  after(async () => {
    client.stop()
    await socket.dispose()
  })
  return client
}

const client = open(gateway)

async function createdId(at = client): Promise<string> {
  const variables = { input: { prompt: 'x' } }
  const { data } = await at.mutate({ mutation: parsed(TaskCreateDocument), variables })
  return data?.taskCreate?.tasks[0]?.id ?? assert.fail('nothing was created')
}

test('a mutation’s answer updates the cached task by its id', async () => {
  const id = await createdId()
  const query = { query: parsed(TaskNodeDocument), variables: { id } }
  const status = async (fetchPolicy: 'network-only' | 'cache-only') => {
    const node = (await client.query({ ...query, fetchPolicy })).data?.node
    return node && 'status' in node ? node.status : null
  }
  assert.equal(await status('network-only'), 'QUEUED')
  const cancel = () => client.mutate({ mutation: parsed(TaskCancelDocument), variables: { input: { id } } })
  assert.deepEqual((await cancel()).data?.taskCancel?.userErrors, [])
  assert.equal(await status('cache-only'), 'CANCELLED')
  assert.deepEqual((await cancel()).data?.taskCancel?.userErrors, [
    { __typename: 'TaskNotCancellableError', code: 'task_not_cancellable', status: 'CANCELLED' },
  ])
})

test('fetchMore continues after the end cursor, and the list has every task once', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 100 })
  const other = open({ ...gateway, key })
  const made: string[] = []
  for (const _ of Array(3)) made.push(await createdId(other))
  const list = other.watchQuery({ query: parsed(TaskPageDocument), variables: { first: 2 } })
  const { data } = await firstValueFrom(list.pipe(filter(({ loading }) => !loading)))
  assert.deepEqual([data?.tasks?.nodes?.length, data?.tasks?.pageInfo?.hasNextPage], [2, true])
  await list.fetchMore({ variables: { after: data?.tasks?.pageInfo?.endCursor ?? null } })
  const whole = other.readQuery({ query: parsed(TaskPageDocument), variables: { first: 2 } })
  assert.deepEqual(
    whole?.tasks.nodes.map(({ id }) => id),
    made,
  )
  assert.equal(whole?.tasks.pageInfo.hasNextPage, false)
})

test('a subscription resumes after a disconnect, delivers every state once, and updates the cache', async () => {
  const line = await openLine(gateway)
  const over = open(line.gateway)
  const id = await createdId(over)
  const query = { query: parsed(TaskNodeDocument), variables: { id } }
  await over.query(query)
  const seen: string[] = []
  let work: Promise<void> | null = null
  await new Promise<void>((complete, error) => {
    over.subscribe({ query: parsed(TaskStatesDocument), variables: { id } }).subscribe({
      next({ data }) {
        if (!data) return
        seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`)
        work ??= finish(gateway, id, line.cut)
      },
      complete,
      error,
    })
  })
  await work
  assert.deepEqual(seen, WHOLE)
  const { node } = over.readQuery(query) ?? {}
  assert.equal(node && 'status' in node && node.status, 'SUCCEEDED')
})

test('a wrong key is a GraphQL error with its code over POST, and 4401 over a socket', async () => {
  const wrong = open({ ...gateway, key: 'vgk_wrong' })
  await assert.rejects(wrong.query({ query: parsed(TaskNodeDocument), variables: { id: 'vid_none' } }), (error) => {
    assert.ok(CombinedGraphQLErrors.is(error))
    const codes = error.errors.map(({ extensions }) => extensions?.['code'])
    assert.deepEqual(codes, ['invalid_api_key'])
    return true
  })
  const subscribed = firstValueFrom(
    wrong.subscribe({ query: parsed(TaskStatesDocument), variables: { id: 'vid_none' } }),
  )
  assert.equal((await subscribed).error?.message, 'Socket closed with event 4401 invalid_api_key')
})
