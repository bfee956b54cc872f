import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from '../../src/config.ts'
import { runEngineCommand } from '../../workers/engine/check/run.ts'
import { programOf } from '../support/joined.ts'
import { calm, ignore } from '../workers/engine/helpers.ts'
import { lightx2vDialect, openaiDialect } from '../workers/engines/dialects.ts'
import { type Dialect, sendJson, startModelServer, type Trick } from '../workers/engines/model-server.ts'
import { PATIENT, SIDE } from '../workers/engines/subjects.ts'
import { honest } from '../workers/engines/tricks.ts'
import { madeClip } from './made.ts'

const COPYING = fileURLToPath(new URL('./copying.sh', import.meta.url))

/** Runs `npm run engine -- check` in this process. */
async function check(environment: NodeJS.ProcessEnv, signal = calm()) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), show: ignore, signal, pace: PATIENT }
  const isWell = await runEngineCommand(['check'], terminal, { LOG_LEVEL: 'silent', ...environment })
  return { isWell, output: lines.join('\n') }
}

async function serve(t: TestContext, trick: Trick = honest) {
  const server = await startModelServer(t, openaiDialect, trick)
  const variables = { ENGINE: 'openai-video', ENGINE_URL: server.url, ENGINE_PROFILE: 'vllm-omni/minimax-h3' }
  return { server, variables }
}

/** Refuses every create. */
function refusing(status: number, words: string): Trick {
  return (step, response) => {
    if (step === 'create') sendJson(response, status, { detail: words })
    return step === 'create'
  }
}

/** The output of the guide for an engine, by its last line. */
function shownFor(engine: string, end: string): string {
  const blocks = readFileSync('docs/engines/README.md', 'utf8').matchAll(/^```(?:sh)?\n([^`]*)\n```$/gm)
  const texts = [...blocks].map(([, text = '']) => text)
  return texts.find((text) => text.startsWith(`Engine  ${engine}\n`) && text.endsWith(end)) ?? ''
}

/** With fixed times and address. */
const settled = (output: string, url = 'http://gpu-1:8091') =>
  output.replaceAll(url, 'URL').replaceAll(/ +\d+\.\d(?= {2})/g, ' SECONDS')

const only = (mode: string, more: object = {}) => JSON.stringify({ modes: { [mode]: more } })

test('a server that makes every declared mode passes, with one video for each', async (t) => {
  const { server, variables } = await serve(t)
  const { isWell, output } = await check(variables)
  assert.equal(settled(output, server.url), settled(shownFor('vllm-omni/minimax-h3', 'All passed.')))
  assert.ok(isWell)
  assert.deepEqual(
    server.videos.map(({ files, deleted }) => [files.length, deleted]),
    [
      [0, true],
      [1, true],
      [1, true],
    ],
  )
})

test('a mode that the server refuses fails with its words and the variables to set', async (t) => {
  const { server, variables } = await serve(t, refusing(400, 'num_frames must be 4k+1'))
  const { isWell, output } = await check({ ...variables, ENGINE_LIMITS: only('text_to_video') })
  assert.equal(isWell, false)
  assert.equal(settled(output, server.url), settled(shownFor('vllm-omni/minimax-h3', '1 of 1 failed.')))
})

test('a refused accelerated render names the variable with its parameters', async (t) => {
  const fast = (fields: Readonly<Record<string, unknown>>) => fields['num_inference_steps'] === '4'
  const trick: Trick = (step, response, video) => {
    if (step !== 'state' || !video || !fast(video.fields)) return false
    sendJson(response, 200, { status: 'failed', error: { code: 400, message: 'the LoRA is not of this model' } })
    return true
  }
  const { variables } = await serve(t, trick)
  const ENGINE_ACCELERATED_PARAMETERS = '{"num_inference_steps":4}'
  const environment = { ...variables, ENGINE_LIMITS: only('text_to_video'), ENGINE_ACCELERATED_PARAMETERS }
  const { output } = await check(environment)
  assert.match(output, /\(1\) text_to_video, accelerated: .*the LoRA is not of this model/)
  assert.match(output, /Correct ENGINE_ACCELERATED_PARAMETERS/)
  assert.match(output, /\n1 of 2 failed\.$/)
})

test('a server that is away or wants a key ends the check before any video', async (t) => {
  const { server, variables } = await serve(t)
  const away = await check({ ...variables, ENGINE_URL: 'http://127.0.0.1:9' })
  assert.equal(away.isWell, false)
  assert.match(away.output, /ECONNREFUSED.*\n +Start the server, or correct ENGINE_URL\.$/)
  const closed: Dialect = { ...openaiDialect, route: () => ({ step: 'state', id: '' }) }
  const locked = await startModelServer(t, closed, (_, response) => {
    sendJson(response, 401, { detail: 'Unauthorized' })
    return true
  })
  assert.match((await check({ ...variables, ENGINE_URL: locked.url })).output, /answered 401.*\n +Set ENGINE_API_KEY/)
  assert.equal(server.videos.length, 0)
})

test('a LightX2V server reports its model; one of another kind is named as such', async (t) => {
  const server = await startModelServer(t, lightx2vDialect, refusing(422, 'no'))
  const variables = {
    ENGINE: 'lightx2v',
    ENGINE_PROFILE: 'lightx2v/minimax-h3-t2av',
    ENGINE_LIMITS: only('text_to_video'),
  }
  assert.match((await check({ ...variables, ENGINE_URL: server.url })).output, /It reports \/models\/h3, minimax_h3\./)
  const other = await serve(t)
  const { output } = await check({ ...variables, ENGINE_URL: other.server.url })
  assert.match(output, /It does not report its model/)
  assert.match(output, /Correct ENGINE_URL .* or ENGINE_PROFILE/)
})

test('a command passes, and one that fails says what to set', async () => {
  const of = (...command: string[]) => {
    const ENGINE_LIMITS = only('text_to_video', { accelerated: false })
    const ENGINE_COMMAND = command.map((word) => `'${word}'`).join(' ')
    return check({ ENGINE: 'command', ENGINE_COMMAND, ENGINE_LIMITS })
  }
  const well = await of(COPYING, await madeClip({ width: 768, height: 768, frames: 124, fps: 24, sound: true }))
  assert.match(well.output, /text_to_video .*124 frames at 24, 768x768, sound +\d+\.\d {2}ok\n\nAll passed\.$/)
  const failing = await of(SIDE, 'fails for good')
  assert.match(failing.output, /the command failed: no such model\n +Correct ENGINE_COMMAND, or leave text_to_video/)
  assert.deepEqual([well.isWell, failing.isWell], [true, false])
})

test('the command exits with 1 if a mode fails, and an unknown profile lists the known', async () => {
  const program = await programOf('workers/engine/check/main.ts')
  const run = (environment: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, [program.path, ...words], {
      env: { PATH: process.env['PATH'], ...program.environment, ...environment },
    })
  const variables = { ENGINE: 'openai-video', ENGINE_URL: 'http://127.0.0.1:9', ENGINE_PROFILE: 'vllm-omni/minimax-h3' }
  await assert.rejects(run(variables, 'check'), { code: 1, stdout: /Start the server, or correct ENGINE_URL/ })
  const terminal = { say: ignore, show: ignore, signal: calm() }
  const unknown = runEngineCommand(['check'], terminal, { ...variables, ENGINE_PROFILE: 'x' })
  await assert.rejects(unknown, (error) => error instanceof ConfigError && /set one of vllm-omni/.test(error.message))
  await assert.rejects(runEngineCommand(['chekc'], terminal), /There is no command “chekc”/)
})
