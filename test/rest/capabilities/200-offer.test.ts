import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attach } from '../../support/fleet.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

const QUERY = `{ capabilities { contextIr modes { mode minSeconds maxSeconds audio acceleration images
  image { minSide } references { max audioOnly image { max maxRatio } video { max minSeconds totalSeconds maxBytes } } } } }`

const rest = async (key = gateway.key) =>
  (await gateway.call('GET', '/v1/capabilities', undefined, { authorization: `Bearer ${key}` })).body
const graphql = async () => (await gateway.call('POST', '/graphql', { query: QUERY })).body.data.capabilities

test('while nothing is attached, all that the interface allows is offered', async () => {
  const { object, modes, context_ir } = await rest()
  assert.deepEqual([object, context_ir], ['capabilities', true])
  const shown = modes.map(({ mode, duration, images }: Record<string, unknown>) => [mode, duration, images])
  const duration = { min: 5, max: 15 }
  assert.deepEqual(shown, [
    ['text_to_video', duration, null],
    ['image_to_video', duration, ['start', 'end', 'both']],
    ['reference_to_video', duration, null],
  ])
  const { references } = modes[2]
  assert.deepEqual([references.max, references.image.max, references.video.total_seconds], [15, 9, 15])
})

test('the offer is the union of the attached engines, the same in REST and GraphQL', async () => {
  const { accountId, key } = await gateway.newAccount()
  const video = { max: 2, minMs: 2000, maxBytes: 50 * 1024 * 1024 }
  const engines = await Promise.all([
    attach(gateway, { modes: { text_to_video: { maxMs: 10_000, sound: false } } }),
    attach(gateway, {
      modes: {
        text_to_video: { minMs: 4000, maxMs: 20_000, accelerated: true },
        reference_to_video: { references: { max: 12, audioOnly: false, video, image: { maxRatio: 2.5 } } },
      },
    }),
    attach(gateway, { modes: { image_to_video: { ends: ['start'] } } }, accountId),
  ])
  const { modes, context_ir } = await rest()
  assert.equal(context_ir, false)
  assert.deepEqual(
    modes.map(({ mode }: { mode: string }) => mode),
    ['text_to_video', 'reference_to_video'],
  )
  const [text, { references }] = modes
  assert.deepEqual([text.duration, text.audio, text.acceleration], [{ min: 5, max: 15 }, true, true])
  assert.deepEqual([references.max, references.audio_only, references.image.max_ratio], [12, false, 2.5])
  const { max, min_seconds, total_seconds, max_bytes } = references.video
  assert.deepEqual([max, min_seconds, total_seconds, max_bytes], [2, 2, 15, video.maxBytes])
  assert.deepEqual(await graphql(), {
    contextIr: false,
    modes: [
      {
        mode: 'TEXT_TO_VIDEO',
        ...{ minSeconds: 5, maxSeconds: 15, audio: true, acceleration: true },
        ...{ images: null, image: null, references: null },
      },
      {
        mode: 'REFERENCE_TO_VIDEO',
        ...{ minSeconds: 5, maxSeconds: 15, audio: true, acceleration: false, images: null, image: null },
        references: {
          ...{ max: 12, audioOnly: false, image: { max: 9, maxRatio: 2.5 } },
          video: { max: 2, minSeconds: 2, totalSeconds: 15, maxBytes: video.maxBytes },
        },
      },
    ],
  })
  const own = (await rest(key)).modes.map(({ mode, images }: Record<string, unknown>) => [mode, images])
  assert.deepEqual(own[1], ['image_to_video', ['start']])
  await Promise.all(engines.map(({ leave }) => leave()))
})
