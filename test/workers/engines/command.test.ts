import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { VARIABLES } from '../../../src/config.ts'
import { EVERYTHING } from '../../../src/engine-limits.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { commandEngine, describeCommand } from '../../../workers/engine/command.ts'
import { Refusal } from '../../../workers/engine/engine.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import { calm, corpus, ignore, imageFile, materialOf, newFolder, taskOf, untilGroupGone } from '../engine/helpers.ts'
import { clipOf } from './clips.ts'
import { embedded, log, SIDE } from './subjects.ts'

const NODE = process.execPath
const material = materialOf()

/** A command of one line, with its request in `request`. */
function engineOf(script: string, wishes: Partial<Parameters<typeof commandEngine>[0]> = {}) {
  const head = `const say = (line) => console.log(JSON.stringify(line))
    const request = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));`
  return commandEngine({ command: [NODE, '-e', head + script], limits: EVERYTHING, embedded, log, ...wishes })
}

/** A log in memory. */
function keptLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

test('a command gets the worker’s environment without vidgate’s own variables', async (t) => {
  const own = Object.fromEntries([...VARIABLES, 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'].map((name) => [name, 'secret']))
  const others = { CUDA_VISIBLE_DEVICES: '1', HF_HOME: '/models', HF_TOKEN: 'theirs', LD_LIBRARY_PATH: '/opt/lib' }
  const before = { ...process.env }
  Object.assign(process.env, own, others)
  t.after(() => {
    for (const name of [...Object.keys(own), ...Object.keys(others)]) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })
  const folder = await newFolder(t)
  const engine = engineOf(`require('node:fs').writeFileSync(request.folder + '/seen', JSON.stringify(process.env))
    say({ done: { path: 'seen' } })`)
  const { path } = await engine.render({ task: taskOf(), material, folder, encoded: '/before' }, calm(), ignore)
  const seen = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  assert.deepEqual(
    Object.keys(own).filter((name) => name in seen),
    [],
  )
  assert.deepEqual({ ...seen, ...others, PATH: process.env['PATH'] }, seen)
})

test('a command reports previews in its folder, and none from outside', async (t) => {
  const folder = await newFolder(t)
  const engine = engineOf(`const fs = require('node:fs')
    for (const name of ['/first.png', '/second.png', '/video']) fs.writeFileSync(request.folder + name, 'x')
    say({ preview: 'first.png' }); say({ preview: '/etc/hostname' }); say({ preview: 'none.png' })
    say({ preview: request.folder + '/second.png' })
    say({ done: { path: 'video' } })`)
  const previews: string[] = []
  const input = { task: taskOf(), material, folder, encoded: '/before' }
  await engine.render(input, calm(), ignore, (path) => previews.push(path))
  const inside = await realpath(folder)
  assert.deepEqual(previews.sort(), [join(inside, 'first.png'), join(inside, 'second.png')])
})

test('a request has the task, its material, earlier results and the folder', async (t) => {
  const folder = await newFolder(t)
  const engine = engineOf(`require('node:fs').writeFileSync(request.folder + '/seen', JSON.stringify(request))
    say({ done: { path: 'seen' } })`)
  const task = taskOf({ mode: 'image_to_video', negativePrompt: 'rain', useContextIr: true })
  const image = imageFile(corpus('rgb.png'))
  const input = { task, material: materialOf({ inputImage: image }), folder, encoded: '/before/scene.json' }
  const { path } = await engine.render(input, calm(), ignore)
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), {
    protocol: 1,
    stage: 'render',
    task: {
      task_id: 'vid_test',
      mode: 'image_to_video',
      prompt: 'a lake at sunset',
      negative_prompt: 'rain',
      seed: 1,
      frames: 22,
      fps: 24,
      width: 320,
      height: 192,
      audio: true,
      accelerated: false,
      use_context_ir: true,
      of_finished_work: false,
    },
    material: {
      input_image: {
        kind: 'image',
        content_type: 'image/png',
        path: corpus('rgb.png'),
        width: null,
        height: null,
        duration_ms: null,
        has_audio: false,
        frames: null,
      },
      end_image: null,
      references: [],
    },
    inputs: { encoded: '/before/scene.json', rendered: null },
    folder,
    factor: null,
  })
})

test('a command runs every stage itself, and its results are used', async (t) => {
  const folder = await newFolder(t)
  const clip = await clipOf(22)
  const engine = engineOf(`const { stage, factor, inputs } = request
    const path = require('node:path').join(request.folder, stage + (factor ?? ''))
    require('node:fs').copyFileSync(inputs.rendered ?? ${JSON.stringify(clip)}, path)
    say({ progress: 1 })
    say({ done: { path, context_ir_applied: true, accelerated: true, thumbnail: path, watermarked: true } })`)
  const task = taskOf({ useContextIr: true })
  const at = (name: string) => join(folder, name)
  const encoded = await engine.encode({ task, material, folder }, calm(), ignore)
  assert.deepEqual(encoded, { path: at('encode'), contextIrApplied: true })
  const unasked = await engine.encode({ task: taskOf(), material, folder }, calm(), ignore)
  assert.equal(unasked.contextIrApplied, false)
  const rendered = await engine.render({ task, material, folder, encoded: encoded.path }, calm(), ignore)
  assert.deepEqual(rendered, { path: at('render'), accelerated: true })
  const upscaled = await engine.upscale({ task, folder, rendered: clip, factor: 3 }, calm(), ignore)
  assert.deepEqual(upscaled, { path: at('upscale3') })
  const packaged = await engine.package({ task, folder, rendered: clip }, calm(), ignore)
  assert.deepEqual(packaged, { path: at('package'), thumbnailPath: at('package'), watermarked: true })
})

test('a stage unknown to the command is passed on or run by the embedded codec', async (t) => {
  const folder = await newFolder(t)
  let runs = 0
  const engine = engineOf('say({ unsupported: true })', { onStart: () => runs++ })
  const task = taskOf()
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  assert.equal(JSON.parse(await readFile(path, 'utf8')).task.prompt, task.prompt)
  await engine.encode({ task, material, folder }, calm(), ignore)
  assert.equal(runs, 1)
  const rendered = await clipOf(22)
  const packaged = await engine.package({ task, folder, rendered }, calm(), ignore)
  const expected = { frames: 22, width: 320, height: 192, audio: true }
  const finding = await checkOutput(packaged.path, packaged.thumbnailPath, expected)
  assert.deepEqual(finding, { problem: null, hasAudio: true })
  assert.equal(runs, 2)
})

test('a package without a thumbnail gets one', async (t) => {
  const folder = await newFolder(t)
  const engine = engineOf(`require('node:fs').copyFileSync(request.inputs.rendered, request.folder + '/video.mp4')
    say({ done: { path: 'video.mp4' } })`)
  const { path, thumbnailPath } = await engine.package(
    { task: taskOf(), folder, rendered: await clipOf(22) },
    calm(),
    ignore,
  )
  assert.equal(path, join(folder, 'video.mp4'))
  assert.deepEqual(await readFile(path), await readFile(await clipOf(22)), 'the command’s own file is unchanged')
  assert.equal((await readFile(thumbnailPath)).toString('latin1', 8, 12), 'WEBP')
})

test('other output of the command is logged, up to a limit', async (t) => {
  const folder = await newFolder(t)
  const kept = keptLog()
  const engine = engineOf(
    `console.log('loading'); console.log('{"log":"step 1"}'); console.error('warning: ' + 'x'.repeat(5000))
    for (let i = 0; i < 2000; i++) console.log('chatter')
    require('node:fs').writeFileSync(request.folder + '/out', 'x'); say({ done: { path: 'out' } })`,
    { log: kept.log },
  )
  await engine.render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore)
  const said = kept.lines.map(({ line }) => line)
  assert.ok(said.includes('loading') && said.includes('step 1'))
  assert.ok(said.includes(`warning: ${'x'.repeat(2000 - 9)}`))
  assert.equal(said.length, 500)
  assert.equal(kept.lines.at(-1)?.['msg'], 'the command writes more messages than are logged')
})

test('a failure quotes the last output', async (t) => {
  const folder = await newFolder(t)
  const engine = commandEngine({
    ...{ command: [SIDE, 'ends without an answer'], limits: EVERYTHING, embedded, log },
  })
  await assert.rejects(
    engine.render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore),
    /gave no answer; it ended with 0: Traceback: no kernel image/,
  )
})

test('a missing program is a permanent failure', async (t) => {
  const folder = await newFolder(t)
  const engine = commandEngine({ command: [join(folder, 'none')], limits: EVERYTHING, embedded, log })
  await assert.rejects(
    engine.render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore),
    (error) => error instanceof EngineFailure && !error.retry && /did not start: .*ENOENT/.test(error.message),
  )
})

test('a refusal has the command’s message if callers may see it', async (t) => {
  const folder = await newFolder(t)
  const detailOf = async (fault: string) => {
    const engine = commandEngine({ command: [SIDE, fault], limits: EVERYTHING, embedded, log })
    const error = await engine
      .render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore)
      .catch((error: unknown) => error)
    return error instanceof Refusal ? error.detail : error
  }
  assert.equal(await detailOf('refuses the material'), 'The second picture is upside down.')
  assert.equal(await detailOf('refuses the prompt'), 'The prompt or the material is against the content policy.')
  assert.equal(await detailOf('refuses what it made'), 'The generated video is against the content policy.')
})

test('child processes of a program end with it', async (t) => {
  const folder = await newFolder(t)
  let group = 0
  const script = `const { spawn } = require('node:child_process')
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()
    require('node:fs').writeFileSync(request.folder + '/out', 'x')
    console.log(JSON.stringify({ done: { path: 'out' } })); process.exit(0)`
  const engine = engineOf(script, { onStart: (id) => (group = id) })
  await engine.render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore)
  await untilGroupGone(group)
})

test('a program that leaves its process group cannot delay the run', async (t) => {
  const folder = await newFolder(t)
  const script = `const { spawn } = require('node:child_process')
    const away = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true })
    require('node:fs').writeFileSync(request.folder + '/out', String(away.pid))
    console.log(JSON.stringify({ done: { path: 'out' } })); process.exit(0)`
  const { path } = await engineOf(script).render({ task: taskOf(), material, folder, encoded: '' }, calm(), ignore)
  process.kill(Number(await readFile(path, 'utf8')), 'SIGKILL')
})

test('the command ends when the worker is killed', async (t) => {
  const folder = await newFolder(t)
  const parent = spawn(NODE, [fileURLToPath(new URL('./parent.ts', import.meta.url)), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const group = Number(line.toString())
  assert.ok(group > 0)
  const exit = once(parent, 'exit')
  parent.kill('SIGKILL')
  await exit
  await untilGroupGone(group)
})

test('a command without a description fails with a message', async () => {
  const command = [SIDE, 'fails'] as const
  await assert.rejects(describeCommand(command, log), /out of memory/)
  await assert.rejects(describeCommand([SIDE, 'does not render'], log), /does not describe itself/)
})

test('a command that takes too long to describe itself is abandoned', async () => {
  await assert.rejects(describeCommand([SIDE, 'goes on for ever'], log, 300), { name: 'TimeoutError' })
})
