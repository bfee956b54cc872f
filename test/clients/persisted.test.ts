import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { Client, type ClientOptions, fetchExchange, type OperationResult, subscriptionExchange } from '@urql/core'
import { persistedExchange } from '@urql/exchange-persisted'
import {
  TaskCancelDocument,
  TaskCreateDocument,
  TaskNodeDocument,
  TaskStatesDocument,
  type TaskStatesSubscription,
} from '../graphql/generated/graphql.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { finish, parsed, WHOLE } from './documents.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const headers = { Authorization: `Bearer ${gateway.key}` }

/** What was sent: the method, and whether the query was with it. */
type Sent = `${'GET' | 'POST'} ${'query' | 'hash'}`

function recording(): { sent: Sent[]; fetch: typeof fetch } {
  const sent: Sent[] = []
  return {
    sent,
    async fetch(input, init) {
      const url = new URL(String(input))
      const query = init?.body ? JSON.parse(String(init.body)).query : url.searchParams.get('query')
      sent.push(`${init?.method === 'GET' ? 'GET' : 'POST'} ${query ? 'query' : 'hash'}`)
      return fetch(input, init)
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function openApollo() {
  const { sent, fetch } = recording()
  const uri = `${gateway.url}/graphql`
  const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries: true })
  const socket = openClient(gateway)
  const isSubscription = ({ operationType }: ApolloLink.Operation) => operationType === 'subscription'
  const transports = ApolloLink.split(isSubscription, new GraphQLWsLink(socket), new HttpLink({ uri, headers, fetch }))
  const client = new ApolloClient({ link: persisted.concat(transports), cache: new InMemoryCache() })
  after(async () => {
    client.stop()
    await socket.dispose()
  })
  return { client, sent }
}

function openUrql(transport: ClientOptions['exchanges'] = [fetchExchange]) {
  const { sent, fetch } = recording()
  const persisted = persistedExchange({
    preferGetForPersistedQueries: 'force',
    enableForMutation: true,
    enableForSubscriptions: true,
  })
  const url = `${gateway.url}/graphql`
  const options = { url, fetch, fetchOptions: { headers }, fetchSubscriptions: transport.length === 1 }
  return { client: new Client({ ...options, exchanges: [persisted, ...transport] }), sent }
}

const variables = { input: { prompt: 'x' } }

test('Apollo Client sends a query once, and then its hash by GET; a mutation in the same way by POST', async () => {
  const { client, sent } = openApollo()
  const create = async () => {
    const { data } = await client.mutate({ mutation: parsed(TaskCreateDocument), variables })
    return data?.taskCreate?.tasks[0]?.id ?? assert.fail('nothing was created')
  }
  const ids = [await create(), await create()]
  assert.deepEqual(sent.splice(0), ['POST hash', 'POST query', 'POST hash'])
  for (const id of ids) {
    const { data } = await client.query({ query: parsed(TaskNodeDocument), variables: { id } })
    assert.equal(data?.node?.id, id)
  }
  assert.deepEqual(sent, ['GET hash', 'POST query', 'GET hash'])
  const listed = (await gateway.call('GET', '/v1/videos')).body.data
  assert.deepEqual(listed.map((task: { id: string }) => task.id).toSorted(), ids.toSorted())
})

test('Apollo Client watches a task over graphql-ws with a persisted query', async () => {
  const { client } = openApollo()
  const { id } = (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body
  const seen: string[] = []
  let work: Promise<void> | undefined
  await new Promise<void>((complete, error) => {
    const watched = client.subscribe({ query: parsed(TaskStatesDocument), variables: { id } })
    watched.subscribe({
      next({ data, error: failure }) {
        if (failure) return error(failure)
        if (data) seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`)
        work ??= finish(gateway, id, () => {})
      },
      complete,
      error,
    })
  })
  await work
  assert.deepEqual(seen, WHOLE)
})

test('urql sends a query once, and then its hash by GET; a mutation in the same way by POST', async () => {
  const { client, sent } = openUrql()
  const { id } = (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body
  for (const expected of [['GET hash', 'GET query'], ['GET hash']]) {
    const { data, error } = await client.query(parsed(TaskNodeDocument), { id })
    assert.deepEqual([data?.node?.id, error], [id, undefined])
    assert.deepEqual(sent.splice(0), expected)
  }
  for (const expected of [['POST hash', 'POST query'], ['POST hash']]) {
    const { error } = await client.mutation(parsed(TaskCancelDocument), { input: { id } })
    assert.equal(error, undefined)
    assert.deepEqual(sent.splice(0), expected)
  }
  assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.status, 'cancelled')
})

async function watchWithUrql(client: Client, key = gateway.key): Promise<string[]> {
  const { id } = (await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { authorization: `Bearer ${key}` })).body
  const seen: string[] = []
  let work: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    const onResult = ({ data, error, hasNext }: OperationResult<TaskStatesSubscription>) => {
      if (error) return reject(error)
      if (!hasNext) return resolve()
      if (data) seen.push(`${data.taskUpdated.seq} ${data.taskUpdated.task.status}`)
      work ??= finish(gateway, id, () => {})
    }
    client.subscription(parsed(TaskStatesDocument), { id }).subscribe(onResult)
  })
  await work
  return seen
}

test('urql watches a task as an event stream with a persisted query', async () => {
  const { client, sent } = openUrql()
  assert.deepEqual(await watchWithUrql(client), WHOLE)
  assert.deepEqual(await watchWithUrql(client), WHOLE)
  assert.deepEqual(sent, ['POST hash', 'POST query', 'POST hash'])
})

test('urql watches a task over graphql-ws with a persisted query', async () => {
  // Its queries are not known yet.
  const { key } = await gateway.newAccount()
  const socket = openClient({ ...gateway, key })
  after(() => socket.dispose())
  const sent: string[] = []
  const overSocket = subscriptionExchange({
    forwardSubscription({ query = '', variables, extensions }) {
      sent.push(query ? 'query' : 'hash')
      const subscribe = (sink: Parameters<typeof socket.subscribe>[1]) => ({
        unsubscribe: socket.subscribe({ query, variables: { ...variables }, extensions }, sink),
      })
      return { subscribe: (sink) => subscribe(sink as Parameters<typeof socket.subscribe>[1]) }
    },
  })
  const { client } = openUrql([overSocket, fetchExchange])
  for (const expected of [['hash', 'query'], ['hash']]) {
    assert.deepEqual(await watchWithUrql(client, key), WHOLE)
    assert.deepEqual(sent.splice(0), expected)
  }
})
