import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { MODES } from '../../../src/engine-limits.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { type Engine, type Material, Refusal, type TaskInput } from '../../../workers/engine/engine.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
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
import { embedded, type Opened, SUBJECTS } from './subjects.ts'

/** The rules of the port (workers/engine/engine.ts), the same for every engine. */

const STOP_MS = atMost(2000)
/** Longer than any engine takes to report a fault. */
const SOON_MS = atMost(8000)

/** The fewest frames, and the next number. */
const [FEW, MORE] = [5, 22]

const MATERIAL: Readonly<Record<TaskInput['mode'], Material>> = {
  text_to_video: materialOf(),
  image_to_video: materialOf({
    inputImage: imageFile(corpus('photo-exif6.jpg')),
    endImage: imageFile(corpus('rgb.png')),
  }),
  reference_to_video: materialOf({
    references: [
      imageFile(corpus('flag-16bit.png')),
      videoFile(corpus('rotated-90.mp4'), FEW),
      audioFile(corpus('extensible-24bit.wav'), 900),
    ],
  }),
}

// Results of model servers are made before anybody waits for them.
await Promise.all([FEW, MORE].map(clipOf))

interface Making {
  readonly task?: Partial<TaskInput>
  readonly material?: Material
  readonly signal?: AbortSignal
  readonly onProgress?: (fraction: number) => void
}

/** From prompt to rendered video. */
async function render(t: TestContext, engine: Engine, making: Making = {}) {
  const { signal = calm(), onProgress = ignore, material = materialOf() } = making
  const folder = await newFolder(t)
  const task = taskOf({ frames: FEW, ...making.task })
  const { path: encoded } = await engine.encode({ task, material, folder }, signal, ignore)
  const made = await engine.render({ task, material, folder, encoded }, signal, onProgress)
  assert.ok(made.path.startsWith(folder), 'the output is in the folder of its run')
  return { task, folder, ...made }
}

/** The gate's verdict on the finished file. @param by the engine that packages; the same code, in this process */
async function finish(t: TestContext, task: TaskInput, rendered: string, { factor = 1, by = embedded } = {}) {
  const folder = await newFolder(t)
  const { path, thumbnailPath, watermarked } = await by.package({ task, folder, rendered }, calm(), ignore)
  assert.equal(watermarked, false)
  const size = { width: task.width * factor, height: task.height * factor }
  return checkOutput(path, thumbnailPath, { frames: task.frames, ...size, audio: task.audio })
}

function retryOf(error: unknown): boolean {
  return !(error instanceof Refusal) && !(error instanceof EngineFailure && !error.retry)
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('it hangs')), SOON_MS)
  const error = await Promise.race([work, late.promise]).then(
    () => assert.fail('there was no fault'),
    (error: unknown) => error,
  )
  clearTimeout(timer)
  assert.ok(error instanceof Error)
  assert.notEqual(error.message, 'it hangs')
  return error
}

for (const subject of SUBJECTS) {
  const { name } = subject
  const open = async (t: TestContext, fault?: string): Promise<Opened> => subject.open(t, fault)

  test(`${name}: every declared mode gives the exact size and frame count, with sound`, async (t) => {
    const { engine } = await open(t)
    let by = engine
    for (const mode of MODES.filter((mode) => engine.limits.modes[mode])) {
      const { task, path } = await render(t, engine, { task: { mode }, material: MATERIAL[mode] })
      assert.deepEqual(await finish(t, task, path, { by }), { problem: null, hasAudio: true }, mode)
      by = embedded
    }
  })

  test(`${name}: progress rises to 1, acceleration is reported only if requested, and an upscale doubles each side`, async (t) => {
    const { engine } = await open(t)
    const shown: number[] = []
    const made = await render(t, engine, { onProgress: (fraction) => shown.push(fraction) })
    assert.equal(made.accelerated, false)
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a - b),
    )
    assert.ok(shown.every((fraction) => fraction > 0 && fraction <= 1))
    assert.equal(shown.at(-1), 1)

    const { task, folder, path } = made
    const upscaled = await engine.upscale({ task, folder, rendered: path, factor: 2 }, calm(), ignore)
    assert.deepEqual(await finish(t, task, upscaled.path, { factor: 2 }), { problem: null, hasAudio: true })
  })

  test(`${name}: a silent task gives no sound`, async (t) => {
    const { engine } = await open(t)
    const { task, path } = await render(t, engine, { task: { audio: false } })
    assert.deepEqual(await finish(t, task, path), { problem: null, hasAudio: false })
  })

  test(`${name}: two concurrent renders do not affect each other`, async (t) => {
    const { engine } = await open(t)
    const wishes = [{ frames: FEW }, { frames: MORE, seed: 2, prompt: 'a desert at night' }]
    const both = await Promise.all(wishes.map((task) => render(t, engine, { task })))
    for (const { task, path } of both) {
      assert.deepEqual(await finish(t, task, path), { problem: null, hasAudio: true })
    }
  })

  for (const [fault, expected] of Object.entries(subject.faults)) {
    test(`${name}: ${fault}: ${'refusal' in expected ? expected.refusal : `a failure, ${expected.retry ? '' : 'not '}to be tried again`}`, async (t) => {
      const { engine, quiet, ...making } = await open(t, fault)
      const error = await errorOf(render(t, engine, making))
      if ('refusal' in expected) assert.equal(error instanceof Refusal && error.reason, expected.refusal)
      else assert.equal(retryOf(error), expected.retry, String(error))
      if (error instanceof Refusal) assert.doesNotMatch(error.detail, /job|stage|worker|engine|render|encode|^$/i)
      await quiet()
    })
  }

  test(`${name}: an abort ends a render within two seconds and leaves nothing`, async (t) => {
    const { engine, quiet, begun, task } = await open(t, subject.endless)
    const abort = new AbortController()
    const reason = new Error('cancelled by its owner')
    const first = Promise.withResolvers<void>()
    const work = render(t, engine, { signal: abort.signal, onProgress: () => first.resolve(), ...(task && { task }) })
    const rejected = assert.rejects(work, (error) => error === reason)
    await (begun ?? first.promise)
    const at = performance.now()
    abort.abort(reason)
    await rejected
    await quiet()
    assert.ok(performance.now() - at < STOP_MS, `${performance.now() - at} ms`)
  })

  test(`${name}: an abort beforehand starts nothing`, async (t) => {
    const { engine } = await open(t)
    const folder = await newFolder(t)
    const input = { task: taskOf(), material: materialOf(), folder }
    const { path: encoded } = await engine.encode(input, calm(), ignore)
    const reason = new Error('too late')
    const signal = AbortSignal.abort(reason)
    const rendered = join(folder, 'none.mp4')
    const stages = [
      engine.encode(input, signal, ignore),
      engine.render({ ...input, encoded }, signal, ignore),
      engine.upscale({ ...input, rendered, factor: 2 }, signal, ignore),
      engine.package({ ...input, rendered }, signal, ignore),
    ]
    await Promise.all(stages.map((stage) => assert.rejects(stage, (error) => error === reason)))
  })
}
