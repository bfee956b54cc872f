import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EVERYTHING } from '../../../src/engine-limits.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { runEngineCommand } from '../../../workers/engine/check/run.ts'
import { commandEngine, describeCommand } from '../../../workers/engine/command.ts'
import type { TaskInput } from '../../../workers/engine/engine.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import { picturesOf } from '../../workers/engine/clips.ts'
import { calm, corpus, ignore, imageFile, materialOf, newFolder, taskOf } from '../../workers/engine/helpers.ts'
import { embedded, log } from '../../workers/engines/subjects.ts'

// The example engine in Python of the guide to engines. It draws with ffmpeg.

const PYTHON = fileURLToPath(new URL('../../../workers/engine/examples/engine.py', import.meta.url))

async function renderInPython(
  t: TestContext,
  wishes: Partial<TaskInput> = {},
  material = materialOf(),
  command: readonly [string, ...string[]] = ['python3', PYTHON],
) {
  const folder = await newFolder(t)
  const engine = commandEngine({ command, limits: EVERYTHING, stages: ['encode', 'render'], embedded, log })
  const input = { task: taskOf(wishes), material, folder }
  const { path: encoded, contextIrApplied } = await engine.encode(input, calm(), ignore)
  const shown: number[] = []
  const { path } = await engine.render({ ...input, encoded }, calm(), (fraction) => shown.push(fraction))
  const packaged = await engine.package({ ...input, rendered: path }, calm(), ignore)
  const { task } = input
  const finding = await checkOutput(packaged.path, packaged.thumbnailPath, task)
  return { finding, contextIrApplied, shown, pictures: await picturesOf(packaged.path) }
}

test('the Python example describes itself', async () => {
  const { modes, context_ir, stages } = await describeCommand(['python3', PYTHON], log)
  assert.deepEqual(Object.keys(modes ?? {}), ['text_to_video', 'image_to_video'])
  assert.deepEqual([context_ir, stages], [true, ['encode', 'render']])
})

test('the Python example renders from text and from an image, with and without sound', async (t) => {
  const { finding, shown } = await renderInPython(t)
  assert.deepEqual(finding, { problem: null, hasAudio: true })
  assert.equal(shown.at(-1), 1)
  const material = materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) })
  const silent = await renderInPython(t, { mode: 'image_to_video', audio: false }, material)
  assert.deepEqual(silent.finding, { problem: null, hasAudio: false })
  await assert.rejects(renderInPython(t, { prompt: 'something forbidden' }), { reason: 'content_policy_input' })
})

test('context IR changes the frames of the Python example, and is reported', async (t) => {
  const plain = await renderInPython(t)
  const [lake, wood] = [
    await renderInPython(t, { useContextIr: true }),
    await renderInPython(t, { useContextIr: true, prompt: 'a wood in autumn' }),
  ]
  assert.deepEqual(
    [plain, lake, wood].map((each) => each.contextIrApplied),
    [false, true, true],
  )
  const meanOf = (picture?: Uint8Array) =>
    Buffer.from(picture ?? []).reduce((sum, value) => sum + value, 0) / (picture?.length ?? 1)
  const means = [plain, lake, wood].map(({ pictures }) => meanOf(pictures[0]))
  assert.equal(new Set(means.map(Math.round)).size, 3, String(means))
})

test('the Python example passes the check of engines', async () => {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), show: ignore, signal: calm() }
  const environment = { LOG_LEVEL: 'silent', ENGINE: 'command', ENGINE_COMMAND: `python3 '${PYTHON}'` }
  assert.equal(await runEngineCommand(['check'], terminal, environment), true, lines.join('\n'))
})

test('without ffmpeg the Python example fails with its last words', async (t) => {
  const program = `import os, runpy; os.environ["PATH"] = ""; runpy.run_path(${JSON.stringify(PYTHON)})`
  await assert.rejects(
    renderInPython(t, {}, materialOf(), ['python3', '-c', program]),
    (error) => error instanceof EngineFailure && /No such file or directory: 'ffmpeg'/.test(error.message),
  )
})
