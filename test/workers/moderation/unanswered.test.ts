import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { hear, probes } from '../../../src/lib/probe.ts'
import { openWatch } from '../../../workers/watch.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { watch } from '../../support/watch.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { attemptsOf, create, entriesOf, ROOMY } from '../dispatch/work.ts'
import { allow, type Reply, startModeratedWorker, startModerator } from './moderator.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const moderator = await startModerator()
const { url } = moderator
beforeEach(() => {
  moderator.questions.length = 0
  moderator.answer = () => allow
})

const PRICE = 2_520_000n
const FREEZE = ['freeze', 0n, PRICE]
const SETTLE = ['settle', -PRICE, -PRICE]
const RELEASE = ['release', 0n, -PRICE]
const THRICE = (stage: string) => [1, 2, 3].map((number) => `${stage} ${number} failed`)

/** Short, because silence lasts that long. */
const timeoutMs = 100

/** Replies that are not an answer. */
const REPLIES: Readonly<Record<string, Reply>> = {
  'breaks the connection': 'break',
  'stays silent': 'silence',
  'answers 500': { status: 500, body: '{"error":"out of order"}' },
  'answers 401': { status: 401, body: '{"verdict":"allow"}' },
  redirects: { status: 307, headers: { Location: '/allowed' }, body: '{"verdict":"allow"}' },
  'answers 204': { status: 204, body: '' },
  'answers HTML': { body: '<html>allow</html>' },
  'answers half of a JSON': { body: '{"verdict":"allow"' },
  'answers a list': { body: '[{"verdict":"allow"}]' },
  'answers another verdict': { body: '{"verdict":"maybe"}' },
  'answers without a verdict': { body: '{"flagged":false}' },
  'answers a detail that is not text': { body: '{"verdict":"refuse","detail":{"score":1}}' },
  'answers too much': { body: `{"verdict":"allow","more":"${'x'.repeat(1024 * 1024)}"}` },
}

async function endOf(id: string) {
  await (await watch(gateway, id)).ended
  return (await gateway.call('GET', `/v1/videos/${id}`)).body
}

/** Starts the next try of a stage at once. */
const HASTEN = `with moved as (update pgboss.job set start_after = now() where start_after > now() returning id)
  select (select completed_at from task where id = $1) is not null as ended, exists (select 1 from moved) as moved`

/** The same for a task with failures, without waiting for its back-offs. */
async function endOfFailing(id: string) {
  await until(async () => {
    const { rows } = await resources.pool.query(HASTEN, [id])
    if (rows[0].moved) resources.hints.hint('jobs')
    return rows[0].ended
  })
  return (await gateway.call('GET', `/v1/videos/${id}`)).body
}

test('without an answer tasks succeed if the configuration allows them', async () => {
  const worker = await startModeratedWorker(gateway, { url, unavailable: 'allow', timeoutMs })
  // Two in one task: about its input, and about its video.
  const names = Object.keys(REPLIES)
  for (let index = 0; index < names.length; index += 2) {
    const [first = '', second = first] = names.slice(index, index + 2)
    moderator.answer = ({ request }) => REPLIES[request.type === 'input' ? first : second] ?? assert.fail()
    const name = `${first}, ${second}`
    const id = await create(gateway)
    assert.equal((await endOf(id)).status, 'succeeded', name)
    assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', 'package 1 done', 'render 1 done'], name)
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, SETTLE], name)
    assert.ok(moderator.questions.every((question) => question.url !== '/allowed'))
  }
  await worker.end()
})

test('without an answer about the input tasks fail at the third try, unbilled, if the configuration refuses them', async () => {
  const worker = await startModeratedWorker(gateway, { url, timeoutMs })
  for (const name of ['breaks the connection', 'stays silent', 'answers 401', 'answers another verdict']) {
    moderator.answer = () => REPLIES[name] ?? assert.fail()
    const id = await create(gateway)
    const task = await endOfFailing(id)
    assert.deepEqual([task.status, task.fail_reason, task.usage.amount_micro], ['failed', 'internal_error', 0], name)
    assert.equal(task.fail_detail, 'The content of this video could not be checked. Create the task again later.')
    assert.deepEqual(await attemptsOf(gateway, id), THRICE('encode'), name)
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, RELEASE], name)
  }
  await worker.end()
})

test('without an answer about the video tasks fail at the third try, unbilled, if the configuration refuses them', async () => {
  const worker = await startModeratedWorker(gateway, { url, timeoutMs: 60_000 })
  moderator.answer = ({ request }) => (request.type === 'input' ? allow : { body: 'out of order' })
  const id = await create(gateway)
  const task = await endOfFailing(id)
  assert.deepEqual([task.status, task.fail_reason, task.output], ['failed', 'internal_error', null])
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', ...THRICE('package'), 'render 1 done'])
  assert.deepEqual(await entriesOf(gateway, id), [FREEZE, RELEASE])
  assert.equal((await gateway.call('GET', `/v1/videos/${id}/content`)).status, 409)
  await worker.end()
})

test('a service that nobody runs is unavailable', async () => {
  const closed = 'http://127.0.0.1:1/'
  const open = await startModeratedWorker(gateway, { url: closed, unavailable: 'allow', timeoutMs })
  assert.equal((await endOf(await create(gateway))).status, 'succeeded')
  await open.end()
  const worker = await startModeratedWorker(gateway, { url: closed, timeoutMs })
  assert.equal((await endOfFailing(await create(gateway))).fail_reason, 'internal_error')
  await worker.end()
})

test('a service that returns within the time limit costs only time', async () => {
  const worker = await startModeratedWorker(gateway, { url })
  let asked = 0
  moderator.answer = () => (asked++ === 0 ? 'break' : allow)
  const id = await create(gateway)
  assert.equal((await endOf(id)).status, 'succeeded')
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', 'package 1 done', 'render 1 done'])
  assert.deepEqual(
    moderator.questions.map(({ request }) => request.type),
    ['input', 'input', 'output'],
  )
  await worker.end()
})

test('a task whose input got no answer at the first try is asked about again and succeeds', async () => {
  const worker = await startModeratedWorker(gateway, { url })
  moderator.answer = () => (moderator.questions.length === 1 ? { body: 'out of order' } : allow)
  const id = await create(gateway)
  assert.equal((await endOfFailing(id)).status, 'succeeded')
  assert.deepEqual(await attemptsOf(gateway, id), [
    'encode 1 failed',
    'encode 2 done',
    'package 1 done',
    'render 1 done',
  ])
  assert.deepEqual(await entriesOf(gateway, id), [FREEZE, SETTLE])
  await worker.end()
})

test('a cancel ends a question, and the worker continues with the next task', async () => {
  const worker = await startModeratedWorker(gateway, { url, unavailable: 'allow' })
  moderator.answer = () => (moderator.questions.length === 1 ? 'silence' : allow)
  const id = await create(gateway)
  await until(async () => moderator.questions.length === 1)
  assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
  await moderator.questions[0]?.gone
  assert.deepEqual(await entriesOf(gateway, id), [FREEZE, RELEASE])
  const next = await create(gateway)
  assert.equal((await endOf(next)).status, 'succeeded')
  await worker.end()
})

test('without a service nothing is asked', async () => {
  assert.equal(resources.config.moderation, null)
  const heard: unknown[] = []
  const stop = hear(probes.moderated, (message) => heard.push(message))
  const worker = await startQuickWorker(gateway)
  assert.equal((await endOf(await create(gateway))).status, 'succeeded')
  assert.deepEqual([heard, moderator.questions], [[], []])
  stop()
  await worker.end()
})

test('a worker counts questions by subject and outcome', async () => {
  const moderation = { url, secret: null, unavailable: 'allow', timeoutMs: 60_000 } as const
  const config = { ...resources.config, metricsPort: 0, moderation }
  const capabilities = ['encode', 'render', 'package'] as const
  const watched = await openWatch({ ...resources, config }, { engine: 'quick', pool: 'shared', capabilities })
  const counts = async () => {
    const text = await (await fetch(`${watched?.url}/metrics`)).text()
    const found = text.matchAll(/^vidgate_worker_moderation_seconds_count\{of="(\w+)",outcome="(\w+)"\} (\d+)$/gm)
    return [...found].map(([, of, outcome, count]) => `${of} ${outcome} ${count}`).sort()
  }
  const none = ['input', 'output'].flatMap((of) =>
    ['allowed', 'refused', 'unavailable'].map((each) => `${of} ${each} 0`),
  )
  assert.deepEqual(await counts(), none)
  const worker = await startModeratedWorker(gateway, moderation)
  moderator.answer = ({ request }) => (request.type === 'input' ? allow : { body: 'out of order' })
  await endOf(await create(gateway))
  moderator.answer = () => ({ body: '{"verdict":"refuse"}' })
  await endOf(await create(gateway))
  const expected = ['input allowed 1', 'input refused 1', 'input unavailable 0']
  await until(
    async () =>
      (await counts()).join() === [...expected, 'output allowed 0', 'output refused 0', 'output unavailable 1'].join(),
  )
  await worker.end()
  await watched?.close()
})
