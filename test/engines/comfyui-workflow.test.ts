import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { chooseEngine } from '../../workers/engine/choose.ts'
import { Refusal } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import { until } from '../support/until.ts'
import { audioFile, calm, corpus, imageFile, materialOf, newFolder, videoFile } from '../workers/engine/helpers.ts'
import { log } from '../workers/engines/subjects.ts'
import { MODELS } from './comfyui/nodes.ts'
import { makeThere, openProfile, orderOf } from './comfyui/subject.ts'
import { startComfyui } from './comfyui.ts'

const T2V = 'comfyui/wan-2.2-t2v'
const I2V = 'comfyui/wan-2.2-i2v'
const OWN = 'comfyui/workflow'
const NOWHERE = 'http://127.0.0.1:9'

const shipped = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../workers/engine/comfyui/${name}.json`, import.meta.url), 'utf8'))

async function written(t: TestContext, file: unknown): Promise<string> {
  const path = join(await newFolder(t), 'workflow.json')
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  return path
}

/** The lines of the configuration error that a file causes. */
async function problemsOf(t: TestContext, file: unknown): Promise<string[]> {
  const workflow = await written(t, file)
  try {
    openProfile(OWN, NOWHERE, { workflow })
  } catch (error) {
    assert.ok(error instanceof ConfigError && error.message.startsWith(`ENGINE_WORKFLOW: ${workflow} `))
    return error.message.slice(`ENGINE_WORKFLOW: ${workflow} `.length).split('\n')
  }
  return []
}

const place = (node: string, input: string) => ({ node, input })

test('all problems of a workflow file are reported together, each with the node and the input', async (t) => {
  const file = await shipped('wan-2.2-i2v')
  file.video.fps = 0
  file.map.seed = place('sampler', 'seed')
  file.map.prompt = place('prompt', 'words')
  file.map.width = place('pictures', 'samples')
  file.map.end_image.remove = ['vision']
  file.map.output = 'save'
  file.workflow.vae.inputs.vae_name = ['names', 0]
  delete file.map.frames
  assert.deepEqual(await problemsOf(t, file), [
    'has problems:',
    '  video.fps: Too small: expected number to be >=1',
    '  map.frames.0: must be {"node": "…", "input": "…"}',
    '  workflow: input vae_name of node vae (VAELoader) is linked to node names, which does not exist',
  ])
  file.map.frames = place('canvas', 'length')
  assert.deepEqual((await problemsOf(t, file)).slice(2), [
    '  workflow: input vae_name of node vae (VAELoader) is linked to node names, which does not exist',
    '  map.prompt: node prompt (CLIPTextEncode) has no input words',
    '  map.seed: the workflow has no node sampler (for its input seed)',
    '  map.width: input samples of node pictures (VAEDecode) is linked to node low_noise: map that node’s input',
    '  map.remove of node end_image: the workflow has no node vision',
    '  map.output: the workflow has no node save',
  ])
})

test('a file that is no such workflow is a configuration error that says what to do', async (t) => {
  const { map, video } = await shipped('wan-2.2-t2v')
  assert.match(
    (await problemsOf(t, { map, video, workflow: { nodes: [], links: [] } }))[0] ?? '',
    /export it in the API/,
  )
  assert.match((await problemsOf(t, { nodes: [], links: [] }))[0] ?? '', /export it in the API format/)
  assert.match((await problemsOf(t, '{'))[0] ?? '', /cannot be read as JSON/)
  assert.match((await problemsOf(t, '[]'))[0] ?? '', /must contain a JSON object/)
  const chosen = (environment: NodeJS.ProcessEnv) =>
    chooseEngine(readConfig({ ENGINE: 'comfyui', ENGINE_URL: NOWHERE, ...environment }), log)
  await assert.rejects(
    chosen({ ENGINE_PROFILE: OWN }),
    /^ConfigError.*ENGINE_WORKFLOW: must be set|ENGINE_WORKFLOW: must/,
  )
  await assert.rejects(chosen({ ENGINE_PROFILE: OWN, ENGINE_WORKFLOW: '/no/such/file.json' }), /ENOENT/)
  const ENGINE_PARAMETERS = '{"sampler":{"steps":4},"vae":7}'
  await assert.rejects(chosen({ ENGINE_PROFILE: T2V, ENGINE_PARAMETERS }), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /^ENGINE_PARAMETERS: the workflow has no node sampler\. It has high_noise_model, /)
    assert.match(error.message, /\nENGINE_PARAMETERS: vae must be \{"INPUT": value, …\}/)
    return true
  })
  assert.equal((await chosen({ ENGINE_PROFILE: T2V })).name, T2V)
})

/** A workflow with nodes for references of each kind; those of videos end in a node that a task without a video leaves out. */
async function withReferences(t: TestContext) {
  const file = await shipped('wan-2.2-i2v')
  delete file.map.start_image
  delete file.map.end_image
  const { start_image: first, end_image: second, ...others } = file.workflow
  file.workflow = {
    ...others,
    first,
    second,
    clip: { class_type: 'LoadVideo', inputs: { file: '' } },
    parts: { class_type: 'GetVideoComponents', inputs: { video: ['clip', 0] } },
    preview: { class_type: 'PreviewImage', inputs: { images: ['parts', 0] } },
    music: { class_type: 'LoadAudio', inputs: { audio: '' } },
  }
  file.workflow.canvas.inputs = { ...file.workflow.canvas.inputs, start_image: ['first', 0], end_image: ['second', 0] }
  file.workflow.video.inputs.audio = ['music', 0]
  file.map.references = {
    image: [place('first', 'image'), place('second', 'image')],
    video: [{ ...place('clip', 'file'), remove: ['parts', 'preview'] }],
    audio: [place('music', 'audio')],
  }
  file.video = { fps: 24, sound: true }
  return written(t, file)
}

test('a workflow of the operator has the modes and numbers of its map, and unused nodes are left out', async (t) => {
  const server = await startComfyui(t)
  const opened = openProfile(OWN, server.url, { workflow: await withReferences(t) })
  const { text_to_video: text, image_to_video: image, reference_to_video: limits } = opened.profile.limits.modes
  assert.deepEqual(
    [typeof text, typeof image, limits?.sound, limits?.maxMs],
    ['undefined', 'undefined', true, undefined],
  )
  const { max, audioOnly, image: images, video: videos } = limits?.references ?? {}
  assert.deepEqual([max, audioOnly, images?.max, videos?.max, videos?.maxBytes], [4, false, 2, 1, 100_000_000])
  const [rgb, film] = [imageFile(corpus('rgb.png')), videoFile(corpus('rotated-90.mp4'), 22)]
  const music = audioFile(corpus('extensible-24bit.wav'), 900)
  const task = { mode: 'reference_to_video' } as const
  const render = async (references: (typeof rgb)[]) => {
    const id = await makeThere(opened, { task, material: materialOf({ references }) })
    return server.jobs.find((job) => job.id === id) ?? assert.fail()
  }
  const all = await render([rgb, music, film, rgb])
  assert.deepEqual([...all.opened.keys()].sort(), ['clip', 'first', 'music', 'second'])
  assert.deepEqual(all.made, { frames: 21, fps: 24, width: 320, height: 192, sound: true })
  const few = await render([rgb])
  assert.deepEqual([[...few.opened.keys()], 'parts' in few.prompt, few.made?.sound], [['first'], false, false])
  await assert.rejects(render([film, film]), (error) => error instanceof EngineFailure && !error.retry)
})

const wrong = (retry: boolean, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EngineFailure)
  assert.match(error.message, words)
  return error.retry === retry
}

test('a model, node or input that the server does not have is a permanent failure that names it', async (t) => {
  const server = await startComfyui(t, { models: { ...MODELS, vae_name: [] } })
  const vae =
    /node vae \(VAELoader\): Value not in list: vae_name: 'wan_2\.1_vae\.safetensors' not in \[\].*Install the file/
  await assert.rejects(makeThere(openProfile(T2V, server.url), {}), wrong(false, vae))
  const whole = await startComfyui(t, { pause: () => new Promise(() => {}) })
  const changed = (parameters: Record<string, unknown>) => makeThere(openProfile(T2V, whole.url, { parameters }), {})
  const unknown = { class_type: 'WanMagic', inputs: {} }
  await assert.rejects(
    changed({ magic: unknown }),
    wrong(false, /Node 'WanMagic' not found.*The node type is WanMagic/),
  )
  const bare = { class_type: 'VAELoader', inputs: {} }
  await assert.rejects(
    changed({ vae: bare }),
    wrong(false, /node vae \(VAELoader\): Required input is missing: vae_name/),
  )
  await assert.rejects(changed({ high_noise: { steps: 0 } }), wrong(false, /Value 0 smaller than min of 1/))
  assert.equal(whole.jobs.length, 0)
  // A part of the workflow that has no effect on the video is judged too: the server would leave it out.
  const preview = { class_type: 'PreviewImage', inputs: {} }
  await assert.rejects(changed({ preview }), wrong(false, /node preview \(PreviewImage\): Required input is missing/))
  await until(async () => whole.jobs[0]?.state !== 'running')
  assert.equal(whole.jobs[0]?.state, 'interrupted')
})

test('an error while it renders is permanent if another attempt would have it too', async (t) => {
  const errors: Readonly<Record<string, readonly [node: string, type: string, message: string, retry: boolean]>> = {
    memory: ['high_noise', 'torch.OutOfMemoryError', 'Allocation on device', true],
    gpu: ['high_noise', 'RuntimeError', 'CUDA error: an illegal memory access was encountered', true],
    model: ['vae', 'FileNotFoundError', "Model in folder 'vae' with filename 'x' not found.", false],
    broken: ['vae', 'safetensors_rust.SafetensorError', 'Error while deserializing header', false],
    shapes: ['low_noise', 'RuntimeError', 'mat1 and mat2 shapes cannot be multiplied', false],
    image: ['canvas', 'ValueError', 'image has the wrong size', false],
  }
  for (const [node, type, message, retry] of Object.values(errors)) {
    const server = await startComfyui(t, { raised: (_job, id) => (id === node ? { type, message } : null) })
    const material = materialOf({ inputImage: imageFile(corpus('rgb.png')) })
    const made = makeThere(openProfile(I2V, server.url), { task: { mode: 'image_to_video' }, material })
    await assert.rejects(
      made,
      wrong(retry, new RegExp(`${type.replace('.', '\\.')} node ${node} \\(\\w+\\): ${message}`)),
    )
  }
})

test('a file that the server cannot open is a bad asset, and one that it has lost is not', async (t) => {
  const raisedBy = async (type: string) => {
    const raised = (_job: object, id: string) => (id === 'clip' ? { type, message: 'Invalid data found' } : null)
    const server = await startComfyui(t, { raised })
    const opened = openProfile(OWN, server.url, { workflow: await withReferences(t) })
    const material = materialOf({ references: [videoFile(corpus('rotated-90.mp4'), 22)] })
    return makeThere(opened, { task: { mode: 'reference_to_video' }, material })
  }
  const refused = (error: unknown) => error instanceof Refusal && error.reason === 'invalid_asset'
  await assert.rejects(raisedBy('av.error.InvalidDataError'), refused)
  await assert.rejects(raisedBy('FileNotFoundError'), wrong(true, /node clip/))
  const server = await startComfyui(t)
  const opened = openProfile(I2V, server.url)
  const material = materialOf({ inputImage: imageFile(corpus('rgb.png')) })
  const { call } = await opened.api.order(orderOf(opened, { task: { mode: 'image_to_video' }, material }), calm())
  server.uploads.clear()
  const body = JSON.stringify(call.json)
  const answer = await (await fetch(`${server.url}/prompt`, { method: 'POST', body })).json()
  const failure = opened.api.server.failureOf?.(answer)
  assert.ok(failure?.retry && /Invalid image file: vidgate\//.test(failure.message))
})

test('a prompt that another client interrupts or removes may be made again', async (t) => {
  const server = await startComfyui(t, {
    pause: async () => {
      await fetch(`${server.url}/interrupt`, {
        method: 'POST',
        body: JSON.stringify({ prompt_id: server.jobs[0]?.id }),
      })
    },
  })
  await assert.rejects(makeThere(openProfile(T2V, server.url), {}), wrong(true, /cancelled on its server/))
})
