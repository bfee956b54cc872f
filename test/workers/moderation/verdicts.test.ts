import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { eraseLeftovers } from '../../../src/task/erase.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, pngOf, uploaded, wavOf } from '../../support/material.ts'
import { watch } from '../../support/watch.ts'
import { attemptsOf, entriesOf, ROOMY } from '../dispatch/work.ts'
import { allow, refuse, startModeratedWorker, startModerator } from './moderator.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const moderator = await startModerator()
await startModeratedWorker(gateway, { url: moderator.url, secret: 'of-the-operator' })
beforeEach(() => {
  moderator.questions.length = 0
  moderator.answer = () => allow
})

const PRICE = 2_520_000n
const FREEZE = ['freeze', 0n, PRICE]
const POLICY = { input: 'The prompt or the material is against the content policy.' }

const objectsOf = (id: string) => Array.fromAsync(resources.storage.list(`tasks/${id}/`), ({ key }) => key)

type Create = (body: Readonly<Record<string, string>>) => Promise<string>

const byRest: Create = async (body) => {
  const { body: task, text } = await gateway.call('POST', '/v1/videos', { aspect_ratio: '1:1', ...body })
  return task.id ?? assert.fail(text)
}

const byGraphql: Create = async ({ prompt }) => {
  const query = 'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { tasks { id } } }'
  const variables = { input: { prompt, aspectRatio: 'ASPECT_1_1' } }
  const { body, text } = await gateway.call('POST', '/graphql', { query, variables })
  return body.data?.taskCreate.tasks[0]?.id ?? assert.fail(text)
}

/** The end of a task in REST, which must be that in GraphQL. */
async function endOf(id: string) {
  await (await watch(gateway, id)).ended
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  const query = `{ task(id: "${id}") { status failReason failDetail usage { amountMicro billedSeconds } } }`
  const { data } = (await gateway.call('POST', '/graphql', { query })).body
  const { status, fail_reason, fail_detail, usage } = body
  assert.deepEqual(data.task, {
    status: status.toUpperCase(),
    failReason: fail_reason?.toUpperCase() ?? null,
    failDetail: fail_detail,
    usage: { amountMicro: String(usage.amount_micro), billedSeconds: usage.billed_seconds },
  })
  return body
}

for (const [door, create] of [
  ['REST', byRest],
  ['GraphQL', byGraphql],
] as const) {
  test(`a refused input rejects a task of ${door} before it is encoded, and releases its freeze`, async () => {
    moderator.answer = () => refuse('Videos of cats are not allowed here.')
    const id = await create({ prompt: 'a cat' })
    const task = await endOf(id)
    assert.deepEqual([task.status, task.fail_reason], ['rejected', 'content_policy_input'])
    assert.equal(task.fail_detail, 'Videos of cats are not allowed here.')
    assert.deepEqual([task.usage.amount_micro, task.usage.items, task.output], [0, [], null])
    assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 rejected'])
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, ['release', 0n, -PRICE]])
    assert.deepEqual(await objectsOf(id), [])
    assert.equal(moderator.questions.length, 1)
  })

  test(`a refused video rejects a task of ${door}, settles its completed stages and is not kept`, async () => {
    moderator.answer = ({ request }) => (request.type === 'output' ? refuse() : allow)
    const id = await create({ prompt: 'a lake' })
    const task = await endOf(id)
    assert.deepEqual([task.status, task.fail_reason], ['rejected', 'content_policy_output'])
    assert.equal(task.fail_detail, 'The generated video is against the content policy.')
    assert.deepEqual([task.usage.amount_micro, task.usage.billed_seconds, task.output], [Number(PRICE), 5, null])
    assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', 'package 1 rejected', 'render 1 done'])
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, ['settle', -PRICE, -PRICE]])
    const download = await gateway.call('GET', `/v1/videos/${id}/content`)
    assert.deepEqual([download.status, download.body.error.code], [409, 'video_unavailable'])
    assert.deepEqual(
      (await objectsOf(id)).filter((key) => key.includes('/package.')),
      [],
    )
    await eraseLeftovers(resources, new Date(Date.now() + 60_000))
    assert.deepEqual(await objectsOf(id), [])
  })
}

test('an allowed task succeeds, and each question contains the task, its files and the secret', async () => {
  const id = await byRest({ prompt: 'a lake' })
  assert.equal((await endOf(id)).status, 'succeeded')
  const [input, output, ...more] = moderator.questions
  assert.ok(input && output && more.length === 0)
  for (const { method, url, headers } of [input, output]) {
    assert.deepEqual([method, url], ['POST', '/v1/judge?tenant=7'])
    assert.equal(headers.authorization, 'Bearer of-the-operator')
  }
  const task = {
    id,
    account_id: gateway.accountId,
    source_task_id: null,
    mode: 'text_to_video',
    prompt: 'a lake',
    negative_prompt: null,
    duration: 5,
    resolution: '768p',
    aspect_ratio: '1:1',
    audio: true,
  }
  assert.deepEqual(input.request, { type: 'input', task, files: [] })
  const size = { width: 768, height: 768, duration: 5.167 }
  const unknown = { width: null, height: null, duration: null }
  assert.deepEqual(output.request, {
    type: 'output',
    task,
    files: [
      { part: 'file_1', used_as: ['video'], kind: 'video', content_type: 'video/mp4', ...size },
      { part: 'file_2', used_as: ['thumbnail'], kind: 'image', content_type: 'image/webp', ...unknown },
    ],
  })
  for (const [part, variant] of [
    ['file_1', 'video'],
    ['file_2', 'thumbnail'],
  ] as const) {
    const delivered = await fetch(`${gateway.url}/v1/videos/${id}/content?variant=${variant}`, {
      headers: { authorization: `Bearer ${gateway.key}` },
    })
    assert.deepEqual(output.files.get(part), Buffer.from(await delivered.arrayBuffer()), variant)
  }
})

test('a question about material contains each file once, with its uses', async () => {
  moderator.answer = () => refuse()
  const png = await pngOf(64, 64)
  const image = await uploaded(gateway, png, 'input_image')
  const framed = await byRest({ prompt: 'it moves', mode: 'image_to_video', input_image: image, end_image: image })
  const sound = wavOf(3)
  const references = [
    await uploaded(gateway, sound, 'reference'),
    image,
    await uploaded(gateway, await corpus('rotated-90.mp4'), 'reference'),
  ]
  const { body: other } = await gateway.call('POST', '/v1/videos', {
    prompt: '@图片1 by @视频1',
    mode: 'reference_to_video',
    references,
  })
  assert.equal((await endOf(framed)).fail_detail, POLICY.input)
  assert.equal((await endOf(other.id)).fail_detail, POLICY.input)
  const questionOf = (id: string) => moderator.questions.find(({ request }) => request.task.id === id)
  const [first, second] = [questionOf(framed), questionOf(other.id)]
  assert.deepEqual(first?.request.files, [
    {
      part: 'file_1',
      used_as: ['input_image', 'end_image'],
      kind: 'image',
      content_type: 'image/png',
      width: 64,
      height: 64,
      duration: null,
    },
  ])
  assert.deepEqual(first?.files.get('file_1'), Buffer.from(await png.arrayBuffer()))
  assert.deepEqual(second?.request.task.prompt, '@图片1 by @视频1')
  assert.deepEqual(
    second?.request.files.map((file: { kind: string; used_as: string[] }) => [file.kind, ...file.used_as]),
    [
      ['audio', 'reference'],
      ['image', 'reference'],
      ['video', 'reference'],
    ],
  )
  assert.deepEqual(second?.files.get('file_1'), Buffer.from(await sound.arrayBuffer()))
  assert.equal(second?.files.size, 3)
})

test('an upscale is asked about before it is delivered, and a refusal settles it', async () => {
  const source = await byRest({ prompt: 'a lake' })
  await endOf(source)
  moderator.questions.length = 0
  moderator.answer = ({ request }) => (request.task.source_task_id === source ? refuse('Not larger.') : allow)
  const { body: quote } = await gateway.call('GET', `/v1/videos/${source}/upscale`)
  const { amount_micro } = quote
  const { body: created } = await gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro })
  const task = await endOf(created.id)
  assert.deepEqual([task.status, task.fail_reason], ['rejected', 'content_policy_output'])
  assert.equal(task.fail_detail, 'Not larger.')
  const price = BigInt(amount_micro)
  assert.deepEqual(await entriesOf(gateway, created.id), [
    ['freeze', 0n, price],
    ['settle', -price, -price],
  ])
  assert.deepEqual(
    moderator.questions.map(({ request }) => request.type),
    ['output'],
  )
  assert.equal(moderator.questions[0]?.request.files[0].width, 1536)
})

test('callers do not get a detail that is empty, too long or about the inside of the service', async () => {
  for (const detail of [undefined, null, '', '  ', 'x'.repeat(501), 'the encode worker said no', 'two\nlines']) {
    moderator.answer = () => refuse(detail)
    assert.equal((await endOf(await byRest({ prompt: 'a cat' }))).fail_detail, POLICY.input, JSON.stringify(detail))
  }
})
