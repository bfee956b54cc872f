import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import type { Material, TaskInput } from '../../../workers/engine/engine.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import type { ServerSettings } from '../../../workers/engine/settings.ts'
import { probe } from '../../engines/vllm-omni-h3.ts'
import { atMost } from '../../support/rounds.ts'
import {
  audioFile,
  calm,
  corpus,
  ignore,
  imageFile,
  materialOf,
  newFolder,
  taskOf,
  videoFile,
} from '../engine/helpers.ts'
import { clipOf } from './clips.ts'
import { openaiDialect } from './dialects.ts'
import { sendJson, startModelServer, type Trick, type Video } from './model-server.ts'
import { openaiConfig, serverEngine } from './subjects.ts'
import { honest, interim } from './tricks.ts'

/** Timeout for the answer to a create. */
const CREATE_MS = 60_000

await clipOf(22)

interface Wishes {
  readonly config?: Partial<ServerSettings>
  readonly task?: Partial<TaskInput>
  readonly material?: Material
  readonly trick?: Trick
}

/** Renders, and returns the request that the server received. */
async function render(t: TestContext, { config, task, material = materialOf(), trick = honest }: Wishes = {}) {
  const server = await startModelServer(t, openaiDialect, trick)
  const engine = serverEngine(openaiConfig(server.url, config))
  const input = { task: taskOf(task), material, folder: await newFolder(t) }
  const { path: encoded } = await engine.encode(input, calm(), ignore)
  const made = await engine.render({ ...input, encoded }, calm(), ignore)
  const [video] = server.videos
  assert.ok(video)
  return { ...made, server, video }
}

const extraOf = ({ fields }: Video) => JSON.parse(String(fields['extra_params'])) as Record<string, unknown>

/** An audio file as the upload's probe returns it. */
const sound = (name: string, contentType: string) => ({ ...audioFile(corpus(name), 900), contentType })

test('a text request has the prompt with translated markers, canvas, frames, rate and seed', async (t) => {
  const task = { prompt: 'as in <Picture 1>', seed: 42, width: 1344, height: 768 }
  const { video, server } = await render(t, { task, config: { model: 'h3', apiKey: 'secret' } })
  assert.deepEqual(video.fields, {
    prompt: 'as in <Picture 1>',
    model: 'h3',
    size: '1344x768',
    num_frames: '22',
    fps: '24',
    seed: '42',
    extra_params: '{"task":"t2va","aspect_ratio":"16:9"}',
  })
  assert.deepEqual(video.files, [])
  assert.ok(server.requests.every(({ authorization }) => authorization === 'Bearer secret'))
})

test('the earlier form’s negative prompt is sent to models that take one', async (t) => {
  const task = { negativePrompt: 'rain' }
  const { video } = await render(t, { task, config: { profile: 'vllm-omni/wan-2.2-t2v' } })
  assert.equal(video.fields['negative_prompt'], 'rain')
  assert.ok(!('negative_prompt' in (await render(t, { task })).video.fields))
})

test('a server that sends interim answers renders the video', async (t) => {
  const material = materialOf({ inputImage: imageFile(corpus('rgb.png')) })
  const { video } = await render(t, { task: { mode: 'image_to_video' }, material, trick: interim })
  assert.equal(video.files.length, 1)
})

test('the video is polled until it is done, downloaded, and deleted at the server', async (t) => {
  const { server } = await render(t)
  assert.deepEqual(
    server.requests.map(({ line }) => line),
    [
      'POST /v1/videos',
      'GET /v1/videos/video-1',
      'GET /v1/videos/video-1',
      'GET /v1/videos/video-1',
      'GET /v1/videos/video-1/content',
      'DELETE /v1/videos/video-1',
    ],
  )
})

test('a start image is sent upright and stretched to the canvas, in OpenAI’s own field', async (t) => {
  const material = materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) })
  const { video } = await render(t, { task: { mode: 'image_to_video', audio: false }, material })
  assert.equal(extraOf(video)['task'], 'fl2va')
  const [file, ...rest] = video.files
  assert.deepEqual(rest, [])
  assert.equal(file?.field, 'input_reference')
  assert.equal(file?.contentType, 'image/png')
  const { width, height, orientation } = await sharp(file?.bytes).metadata()
  assert.deepEqual({ width, height, orientation }, { width: 320, height: 192, orientation: undefined })
})

test('start and end images are sent with their positions', async (t) => {
  const endImage = imageFile(corpus('rgb.png'))
  const both = materialOf({ inputImage: imageFile(corpus('cmyk.jpg')), endImage })
  const task = { mode: 'image_to_video' } as const
  const { video } = await render(t, { task, material: both })
  assert.deepEqual(extraOf(video)['frame_indices'], [0, -1])
  assert.deepEqual(
    video.files.map(({ field, filename }) => [field, filename]),
    [
      ['input_references', 'start.png'],
      ['input_references', 'end.png'],
    ],
  )
  const alone = await render(t, { task, material: materialOf({ endImage }) })
  assert.deepEqual(extraOf(alone.video)['frame_indices'], [-1])
  assert.deepEqual(
    alone.video.files.map(({ filename }) => filename),
    ['end.png'],
  )
})

test('references are sent in order, by type: images and videos upright, videos as H.264, audio as WAV', async (t) => {
  const references = [
    imageFile(corpus('photo-exif6.jpg')),
    { ...videoFile(corpus('rotated-90.mp4'), 72), width: 180, height: 320, hasAudio: true },
    sound('lavf.flac', 'audio/flac'),
    sound('cbr-info.mp3', 'audio/mpeg'),
  ]
  const { video } = await render(t, { task: { mode: 'reference_to_video' }, material: materialOf({ references }) })
  assert.deepEqual(
    video.files.map(({ field, contentType }) => [field, contentType]),
    [
      ['input_references', 'image/png'],
      ['input_references', 'video/mp4'],
      ['input_references', 'audio/wav'],
      ['input_references', 'audio/wav'],
    ],
  )
  const [picture, film, flac] = video.files
  const { width = 0, height = 0 } = await sharp(picture?.bytes).metadata()
  const upright = (await sharp(corpus('photo-exif6.jpg')).metadata()).autoOrient
  assert.equal(width < height, upright.width < upright.height)
  assert.ok(film)
  const sent = await probe(film)
  assert.deepEqual([sent.codec, sent.soundCodec, sent.width, sent.height], ['avc', 'aac', 180, 320])
  assert.equal(flac?.bytes.toString('latin1', 0, 4), 'RIFF')
  assert.equal(flac?.bytes.readUInt32LE(24), 48_000)
  assert.equal(flac?.bytes.readUInt32LE(40), (flac?.bytes.length ?? 0) - 44)
})

test('unreadable audio or images are refused by the caller’s name for them', async (t) => {
  const refusalOf = (references: Material['references']) =>
    render(t, { task: { mode: 'reference_to_video' }, material: materialOf({ references }) })
  const damaged = sound('empty.png', 'audio/flac')
  await assert.rejects(refusalOf([sound('cbr-info.mp3', 'audio/mpeg'), damaged]), {
    reason: 'invalid_asset',
    detail: /^Reference audio 2 could not be read/,
  })
  await assert.rejects(refusalOf([imageFile(corpus('rgb.png')), imageFile(corpus('page.html-as.png'))]), {
    reason: 'invalid_asset',
    detail: /^Reference image 2 could not be read/,
  })
})

test('a server’s complaint about material is a bad asset, and the same about text is not', async (t) => {
  const message = 'reference video 0 dimensions must be in [256, 5760] pixels'
  const trick: Trick = (step, response) => {
    if (step === 'create') sendJson(response, 400, { detail: message })
    return step === 'create'
  }
  const material = materialOf({ references: [videoFile(corpus('rotated-90.mp4'), 22)] })
  await assert.rejects(render(t, { task: { mode: 'reference_to_video' }, material, trick }), {
    reason: 'invalid_asset',
    detail: 'The material could not be used.',
  })
  await assert.rejects(render(t, { trick }), (error) => error instanceof EngineFailure && !error.retry)
})

test('an unparsed form is not a policy refusal, whatever it quotes of the prompt', async (t) => {
  const trick: Trick = (step, response) => {
    const detail = [
      { loc: ['body', 'fps'], msg: 'Input should be an integer', input: 'nsfw content, policy violation' },
    ]
    if (step === 'create') sendJson(response, 422, { detail })
    return step === 'create'
  }
  await assert.rejects(
    render(t, { trick }),
    (error) => error instanceof EngineFailure && !error.retry && /"fps"\],"Input should be/.test(error.message),
  )
})

test('the operator’s parameters are added, null removes one, and the task’s own take precedence', async (t) => {
  const parameters = { num_inference_steps: 50, quality: 'high', extra_params: { audio_flow_shift: 3, task: 'x' } }
  const faster = { num_inference_steps: 5, quality: null, lora: { name: 'turbo', scale: 1 } }
  const acceleratedParameters = { text_to_video: faster }
  const config = { parameters, acceleratedParameters }
  const plain = await render(t, { config })
  assert.equal(plain.accelerated, false)
  assert.equal(plain.video.fields['num_inference_steps'], '50')
  assert.equal(plain.video.fields['quality'], 'high')
  assert.deepEqual(extraOf(plain.video), { audio_flow_shift: 3, task: 't2va', aspect_ratio: '16:9' })
  assert.ok(!('lora' in plain.video.fields))
  const bold = await render(t, { config: { parameters: { seed: 7, size: '1x1', num_frames: 5, prompt: 'x' } } })
  const { seed, size, num_frames: pictures, prompt } = bold.video.fields
  assert.deepEqual([seed, size, pictures, prompt], ['1', '320x192', '22', 'a lake at sunset'])
  const fast = await render(t, { config, task: { accelerated: true } })
  assert.equal(fast.accelerated, true)
  assert.equal(fast.video.fields['num_inference_steps'], '5')
  assert.ok(!('quality' in fast.video.fields))
  assert.equal(fast.video.fields['lora'], '{"name":"turbo","scale":1}')
})

test('an accelerated render without a faster setting is an ordinary one, and reported as such', async (t) => {
  assert.equal((await render(t, { task: { accelerated: true } })).accelerated, false)
})

/** Temporary failures. */
function once(step: string, answer: Trick): Trick {
  let left = 1
  return (now, response, video) => (now === step && left-- > 0 ? answer(now, response, video) : false)
}

const PASSING: Readonly<Record<string, Trick>> = {
  'the server’s queue is full': once('create', (_, response) => {
    sendJson(response, 503, { detail: 'queue is full' })
    return true
  }),
  'a proxy answers a poll': once('state', (_, response) => {
    response.writeHead(502).end('<html>')
    return true
  }),
  'a poll’s connection breaks': once('state', (_, response) => {
    response.destroy()
    return true
  }),
  'the download breaks': once('content', (_, response) => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write('ftyp', () => response.destroy())
    return true
  }),
}

for (const [what, trick] of Object.entries(PASSING)) {
  test(`${what}, once: the video is still made, once`, async (t) => {
    const { server } = await render(t, { trick })
    assert.equal(server.videos.length, 1)
  })
}

test('an abort during the create still ends the video', async (t) => {
  const posted = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const server = await startModelServer(t, openaiDialect, async (step) => {
    if (step !== 'create') return false
    posted.resolve()
    await answer.promise
    return false
  })
  const deleted = server.deletion()
  const engine = serverEngine(openaiConfig(server.url), { create: 5000 })
  const input = { task: taskOf(), material: materialOf(), folder: await newFolder(t), encoded: '' }
  const abort = new AbortController()
  const reason = new Error('cancelled by its owner')
  const rejected = assert.rejects(engine.render(input, abort.signal, ignore), (error) => error === reason)
  await posted.promise
  abort.abort(reason)
  answer.resolve()
  await Promise.all([deleted, rejected])
})

test('an abort does not wait for a silent server', async (t) => {
  const posted = Promise.withResolvers<void>()
  const server = await startModelServer(t, openaiDialect, () => {
    posted.resolve()
    return true
  })
  const engine = serverEngine(openaiConfig(server.url), { create: CREATE_MS })
  const input = { task: taskOf(), material: materialOf(), folder: await newFolder(t), encoded: '' }
  const abort = new AbortController()
  const reason = new Error('cancelled by its owner')
  const rejected = assert.rejects(engine.render(input, abort.signal, ignore), (error) => error === reason)
  await posted.promise
  const at = performance.now()
  abort.abort(reason)
  await rejected
  assert.ok(performance.now() - at < atMost(2000, CREATE_MS / 2))
})

test('an unreachable server is a failure that is tried again', async (t) => {
  const engine = serverEngine(openaiConfig('http://127.0.0.1:9'))
  const input = { task: taskOf(), material: materialOf(), folder: await newFolder(t), encoded: '' }
  await assert.rejects(engine.render(input, calm(), ignore), (error) => error instanceof EngineFailure && error.retry)
})
