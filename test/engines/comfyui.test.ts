import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { CANVASES } from '../../src/media/canvas.ts'
import { framesFor } from '../../src/media/frames.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import { rounds } from '../support/rounds.ts'
import { until } from '../support/until.ts'
import { calm, corpus, ignore, imageFile, materialOf, newFolder, taskOf } from '../workers/engine/helpers.ts'
import { serverEngine, serverSettings } from '../workers/engines/subjects.ts'
import type { Job } from './comfyui/run.ts'
import { makeThere, openProfile } from './comfyui/subject.ts'
import { type Comfyui, startComfyui } from './comfyui.ts'

const T2V = 'comfyui/wan-2.2-t2v'
const I2V = 'comfyui/wan-2.2-i2v'
const SMALL = 'comfyui/wan-2.2-5b'
/** Longer than any test: without a message of the socket nothing is asked. */
const NEVER_MS = 600_000

/** The parameters of docs/engines/comfyui.md for drafts. */
const lora = (noise: string) => ({
  [`${noise}_noise_lora`]: {
    class_type: 'LoraLoaderModelOnly',
    inputs: {
      model: [`${noise}_noise_model`, 0],
      lora_name: `wan2.2_t2v_lightx2v_4steps_lora_v1.1_${noise}_noise.safetensors`,
      strength_model: 1,
    },
  },
  [`${noise}_noise_shift`]: { model: [`${noise}_noise_lora`, 0] },
})
const FASTER = {
  ...lora('high'),
  ...lora('low'),
  high_noise: { steps: 4, cfg: 1, end_at_step: 2 },
  low_noise: { steps: 4, cfg: 1, start_at_step: 2 },
}

const engineOn = ({ url }: { url: string }, profile = T2V, pace = {}) =>
  serverEngine(serverSettings(profile, url), pace)

async function render(t: TestContext, engine: ReturnType<typeof engineOn>, wishes: Rendering = {}) {
  const { task, material = materialOf(), signal = calm(), onProgress = ignore } = wishes
  const input = { task: taskOf(task), material, folder: await newFolder(t), encoded: '' }
  return engine.render(input, signal, onProgress)
}
interface Rendering {
  readonly task?: Parameters<typeof taskOf>[0]
  readonly material?: ReturnType<typeof materialOf>
  readonly signal?: AbortSignal
  readonly onProgress?: (fraction: number) => void
}

test('a text request is one prompt with the task’s values, and its history is deleted', async (t) => {
  const server = await startComfyui(t)
  const task = { prompt: 'a lake', negativePrompt: 'rain', seed: 42, frames: 124 }
  const { path } = await render(t, engineOn(server), { task })
  assert.ok((await readFile(path)).length > 0)
  const [job] = server.jobs
  assert.ok(job)
  const { prompt, negative_prompt, high_noise, canvas, video, output } = job.prompt
  assert.deepEqual([prompt?.inputs['text'], negative_prompt?.inputs['text']], ['a lake', 'rain'])
  assert.equal(high_noise?.inputs['noise_seed'], 42)
  assert.deepEqual(canvas?.inputs, { width: 320, height: 192, length: 85, batch_size: 1 })
  assert.deepEqual([video?.inputs['fps'], output?.inputs['filename_prefix']], [16, `vidgate/${job.id}`])
  const lines = server.requests
    .filter((line) => !/history\/|queue|ws/.test(line))
    .map((line) => line.replace(job.id, 'ID'))
  assert.deepEqual(lines, [
    'POST /prompt',
    `GET /view?filename=ID_00001_.mp4&subfolder=vidgate&type=output`,
    'POST /api/jobs/ID/cancel',
    'POST /history',
  ])
})

test('every accepted mode, duration, shape, sound and draft is accepted, and made as asked', async (t) => {
  const server = await startComfyui(t)
  const acceleratedParameters = { text_to_video: FASTER, image_to_video: { high_noise: { steps: 4, end_at_step: 2 } } }
  const image = imageFile(corpus('rgb.png'))
  const cases = [
    { name: T2V, mode: 'text_to_video', material: materialOf() },
    { name: I2V, mode: 'image_to_video', material: materialOf({ inputImage: image }) },
    { name: I2V, mode: 'image_to_video', material: materialOf({ inputImage: image, endImage: image }) },
    { name: SMALL, mode: 'text_to_video', material: materialOf() },
    { name: SMALL, mode: 'image_to_video', material: materialOf({ inputImage: image }) },
  ] as const
  let accepted = 0
  for (const { name, mode, material } of cases) {
    const opened = openProfile(name, server.url, name === SMALL ? {} : { acceleratedParameters })
    const [pace, multiple] = name === SMALL ? [24, 32] : [16, 16]
    const { maxMs = 0 } = opened.profile.limits.modes[mode] ?? {}
    for (const duration of [5000, 5500, 7000, 14_500, 15_000].filter((ms) => ms <= maxMs)) {
      for (const canvas of Object.values(CANVASES)) {
        for (const fast of [false, true]) {
          const task = { mode, frames: framesFor(duration), ...canvas, audio: fast, accelerated: fast }
          const id = await makeThere(opened, { task, material, accelerated: fast })
          const job = server.jobs.find((each) => each.id === id)
          const { frames = 0, fps, width = 1, height = 1 } = job?.made ?? {}
          assert.deepEqual({ frames, fps, width, height }, opened.profile.making(taskOf(task)))
          assert.ok(fps === pace && frames / fps >= framesFor(duration) / 24 && frames % 4 === 1)
          assert.ok(width * height <= 1280 * 720 && width % multiple === 0 && height % multiple === 0)
          assert.ok(Math.abs(Math.log((width * canvas.height) / (height * canvas.width))) < 0.03)
          accepted++
        }
      }
    }
  }
  assert.equal(accepted, 5 * 3 * 6 * 2)
})

test('the shipped limits are those of the node map', () => {
  const limits = (name: string) => openProfile(name, 'http://127.0.0.1:9').profile.limits.modes
  assert.deepEqual(limits(T2V), { text_to_video: { maxMs: 7000, sound: false } })
  assert.deepEqual(limits(I2V), { image_to_video: { maxMs: 7000, sound: false, ends: ['start', 'both'] } })
  const small = { maxMs: 7000, sound: false }
  assert.deepEqual(limits(SMALL), { text_to_video: small, image_to_video: { ...small, ends: ['start'] } })
})

test('progress is pushed by the socket, and so is the end', async (t) => {
  const server = await startComfyui(t, { pause: untilConnected(() => server) })
  const fractions: number[] = []
  await render(t, engineOn(server, T2V, { poll: NEVER_MS }), { onProgress: (fraction) => fractions.push(fraction) })
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  )
  // Twenty steps and ten more nodes.
  assert.ok(fractions.filter((fraction) => fraction > 0.05 && fraction < 0.95).length > 20)
  assert.equal(server.requests.filter((line) => line.startsWith('GET /history')).length, 1)
})

/** Each step waits for the socket of its client. */
function untilConnected(server: () => Comfyui): (job: Job) => Promise<void> {
  return ({ client }) => until(async () => server().sockets.has(client))
}

test('a socket that breaks costs progress only', async (t) => {
  const server = await startComfyui(t, {
    pause: (_job, node, step) => (node === 'high_noise' && step === 3 ? server.disconnect() : undefined),
  })
  await render(t, engineOn(server))
  assert.equal(server.jobs[0]?.state, 'success')
})

test('an older server chooses the id and shows steps, and the video is made once', async (t) => {
  const server = await startComfyui(t, { recent: false, pause: untilConnected(() => server) })
  const fractions: number[] = []
  await render(t, engineOn(server), { onProgress: (fraction) => fractions.push(fraction) })
  assert.equal(server.jobs.length, 1)
  assert.ok(fractions.length > 20)
})

for (const recent of [true, false]) {
  const age = recent ? 'a server' : 'an older server'

  test(`a cancel interrupts only its own prompt on ${age} that other clients use`, async (t) => {
    const began = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const pause = async ({ client }: Job) => {
      if (client === 'another') return held.promise
      began.resolve()
      return new Promise<void>(() => {})
    }
    const server = await startComfyui(t, { recent, pause })
    const another = () => postPrompt(server, t)
    const reason = new Error('cancelled')
    // Ours waits behind another's: it is removed, and nothing is interrupted.
    const first = await another()
    const waiting = new AbortController()
    const removed = assert.rejects(render(t, engineOn(server), { signal: waiting.signal }), (error) => error === reason)
    await until(async () => server.jobs.length === 2 && server.sockets.size === 1)
    waiting.abort(reason)
    await removed
    assert.deepEqual([first.state, server.jobs[1]?.state], ['running', 'deleted'])
    // Ours runs before another's: it is interrupted, and the other runs.
    const running = new AbortController()
    const stopped = assert.rejects(render(t, engineOn(server), { signal: running.signal }), (error) => error === reason)
    await until(async () => server.jobs.length === 3)
    const last = await another()
    held.resolve()
    await began.promise
    running.abort(reason)
    await stopped
    await until(async () => last.state === 'success')
    assert.deepEqual([first.state, server.jobs[2]?.state], ['success', 'interrupted'])
  })
}

/** A prompt of somebody else. */
async function postPrompt(server: Comfyui, t: TestContext): Promise<Job> {
  const { api, profile } = openProfile(T2V, server.url)
  const task = taskOf()
  const order = { task, making: profile.making(task), material: materialOf(), accelerated: false }
  const { call } = await api.order(order, t.signal)
  const body = JSON.stringify({ ...call.json, client_id: 'another' })
  const { prompt_id: id } = await (await fetch(`${server.url}/prompt`, { method: 'POST', body })).json()
  const job = server.jobs.find((each) => each.id === id)
  assert.ok(job)
  return job
}

test('two workers share a server, and each gets its own progress and video', async (t) => {
  const server = await startComfyui(t, { pause: untilConnected(() => server) })
  const made = await Promise.all(
    [22, 39].map(async (frames) => {
      const fractions: number[] = []
      const { path } = await render(t, engineOn(server, T2V, { poll: NEVER_MS }), {
        task: { frames },
        onProgress: (fraction) => fractions.push(fraction),
      })
      return { path, fractions }
    }),
  )
  assert.ok(made.every(({ fractions }) => fractions.length > 20))
  assert.equal(new Set(server.jobs.map(({ client }) => client)).size, 2)
  assert.deepEqual(server.jobs.map(({ made: of }) => of?.frames).sort(), [17, 29])
  assert.equal(new Set(made.map(({ path }) => path)).size, 2)
})

test('tasks of two workers with files of the same name never see each other’s', async (t) => {
  const server = await startComfyui(t)
  const folder = await newFolder(t)
  const colours = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const path = join(folder, `${i}`, 'start.png')
      const background = { r: 40 * i, g: 255 - 40 * i, b: 128 }
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
      await mkdir(join(folder, `${i}`))
      await writeFile(path, bytes)
      return { path, bytes }
    }),
  )
  const workers = [openProfile(I2V, server.url), openProfile(I2V, server.url)]
  const pick = () => colours[Math.floor(Math.random() * colours.length)] ?? assert.fail()
  const runs = Array.from({ length: rounds(24, 100) }, (_, i) => ({
    worker: workers[i % 2],
    start: pick(),
    end: i % 3 ? pick() : null,
  }))
  const run = async ({ worker, start, end }: (typeof runs)[number]) => {
    const material = materialOf({ inputImage: imageFile(start.path), endImage: end && imageFile(end.path) })
    const id = await makeThere(worker ?? assert.fail(), { task: { mode: 'image_to_video' }, material })
    const job = server.jobs.find((each) => each.id === id)
    assert.deepEqual(job?.opened.get('start_image'), start.bytes)
    assert.deepEqual(job?.opened.get('end_image'), end?.bytes)
  }
  for (let at = 0; at < runs.length; at += 2) await Promise.all(runs.slice(at, at + 2).map(run))
})

test('images are uploaded upright in the task’s own temporary folder', async (t) => {
  const server = await startComfyui(t)
  const images = { inputImage: imageFile(corpus('photo-exif6.jpg')), endImage: imageFile(corpus('rgb.png')) }
  await render(t, engineOn(server, I2V), { task: { mode: 'image_to_video' }, material: materialOf(images) })
  const [job] = server.jobs
  assert.deepEqual(
    [...server.uploads.keys()],
    [`vidgate/${job?.id}/start.png [temp]`, `vidgate/${job?.id}/end.png [temp]`],
  )
  const { width, height, format } = await sharp(job?.opened.get('start_image')).metadata()
  assert.deepEqual({ width, height, format }, { width: 320, height: 192, format: 'png' })
})

test('a server that starts again has lost the video, and another attempt may make it', async (t) => {
  const server = await startComfyui(t, {
    pause: (_job, node) => (node === 'high_noise' ? server.restart() : undefined),
  })
  await assert.rejects(render(t, engineOn(server)), (error) => error instanceof EngineFailure && error.retry)
})
