import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimStage } from '../../support/claim.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms

async function create(body: Record<string, unknown> = {}): Promise<string> {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', ...body })
  return task.id
}

const PLACE = 'query ($id: ID!) { task(id: $id) { queue { position etaSeconds } } }'

test('a waiting task shows its queue position in REST and GraphQL, and a running one has none', async () => {
  const [first, second] = [await create(), await create()]
  const other = await gateway.newAccount()
  const headers = { authorization: `Bearer ${other.key}` }
  const { body: third } = await gateway.call('POST', '/v1/videos', { prompt: 'a hill' }, headers)
  const pro = await create({ service_tier: 'pro' })
  const placeOf = async (id: string) => (await gateway.call('GET', `/v1/videos/${id}`)).body.queue?.position ?? null
  const foreign = await gateway.call('GET', `/v1/videos/${third.id}`, undefined, headers)
  // pro before standard; then the accounts take turns.
  assert.deepEqual(
    [await placeOf(pro), await placeOf(first), foreign.body.queue.position, await placeOf(second)],
    [1, 2, 3, 4],
  )
  const { body: list } = await gateway.call('GET', '/v1/videos')
  assert.deepEqual(
    list.data.map((task: { queue: { position: number } }) => task.queue.position),
    [1, 4, 2],
  )
  const answer = await gateway.call('POST', '/graphql', { query: PLACE, variables: { id: second } })
  assert.deepEqual(answer.body.data.task.queue, { position: 4, etaSeconds: null })
  const claim = await claimStage(resources, 'encode', 'wrk_test')
  assert.equal(claim?.taskId, pro)
  assert.deepEqual([await placeOf(pro), await placeOf(second)], [null, 3])
})
