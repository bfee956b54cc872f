import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EVERYTHING } from '../../../src/engine-limits.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { commandEngine, describeCommand } from '../../../workers/engine/command.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import { calm, ignore, materialOf, newFolder, taskOf } from '../../workers/engine/helpers.ts'
import { embedded, log } from '../../workers/engines/subjects.ts'

// The example engine in Python of the guide to engines. It draws with ffmpeg.

const PYTHON = fileURLToPath(new URL('../../../workers/engine/examples/engine.py', import.meta.url))

async function renderInPython(t: TestContext, command: readonly [string, ...string[]], prompt = 'a lake') {
  const folder = await newFolder(t)
  const engine = commandEngine({ command, limits: EVERYTHING, stages: ['render'], embedded, log })
  const input = { task: taskOf({ prompt }), material: materialOf(), folder }
  const { path } = await engine.render({ ...input, encoded: '' }, calm(), ignore)
  const packaged = await engine.package({ ...input, rendered: path }, calm(), ignore)
  return checkOutput(packaged.path, packaged.thumbnailPath, { frames: 22, width: 320, height: 192, audio: true })
}

test('the Python example describes itself', async () => {
  assert.deepEqual(await describeCommand(['python3', PYTHON], log), {
    modes: ['text_to_video', 'image_to_video'],
    max_references: null,
    audio_only: false,
    stages: ['render'],
  })
})

test('the Python example renders', async (t) => {
  assert.deepEqual(await renderInPython(t, ['python3', PYTHON]), { problem: null, hasAudio: true })
  await assert.rejects(renderInPython(t, ['python3', PYTHON], 'something forbidden'), {
    reason: 'content_policy_input',
  })
})

test('the Python example says that it lacks ffmpeg', async (t) => {
  const folder = await newFolder(t)
  await writeFile(
    join(folder, 'env.py'),
    `import os, runpy\nos.environ["PATH"] = ""\nrunpy.run_path(${JSON.stringify(PYTHON)}, run_name="__main__")\n`,
  )
  await assert.rejects(
    renderInPython(t, ['python3', join(folder, 'env.py')]),
    (error) => error instanceof EngineFailure && !error.retry && /ffmpeg is not installed/.test(error.message),
  )
})
