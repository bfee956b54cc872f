import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '../../../src/config.ts'
import { splitArguments } from '../../../src/lib/argv.ts'
import { chooseEngine } from '../../../workers/engine/choose.ts'
import { type ServerSettings, settingsOf } from '../../../workers/engine/settings.ts'
import { log, SIDE } from './subjects.ts'

const NODE = process.execPath
const EXAMPLE = fileURLToPath(new URL('../../../workers/engine/examples/engine.ts', import.meta.url))

const engineOf = (environment: NodeJS.ProcessEnv) => settingsOf(readConfig(environment).engine)
const chosen = (environment: NodeJS.ProcessEnv) => chooseEngine(readConfig(environment), log)

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return []
}

test('a command line is split at spaces and quotes, without a shell', () => {
  assert.deepEqual(splitArguments(' python3  /opt/a b.py '), ['python3', '/opt/a', 'b.py'])
  assert.deepEqual(splitArguments(`'/opt/a b.py' "x \\"y\\" \\z" c\\ d e'f'"g" ''`), [
    '/opt/a b.py',
    'x "y" \\z',
    'c d',
    'efg',
    '',
  ])
  assert.deepEqual(splitArguments('a $HOME ~ *.py && b; c | d > e'), 'a $HOME ~ *.py && b; c | d > e'.split(' '))
  assert.deepEqual(splitArguments("'it\\'"), ['it\\'])
  assert.throws(() => splitArguments(`a "b`), /quote \("\) is not closed/)
})

test('an empty configuration selects the embedded renderer', async () => {
  assert.deepEqual(engineOf({}), { kind: 'procedural' })
  assert.equal((await chosen({})).name, 'procedural')
})

test('the configuration selects a command', () => {
  const limits = { modes: ['text_to_video'], max_references: null, audio_only: false }
  const environment = {
    ENGINE: 'command',
    ENGINE_COMMAND: 'python3 "/opt/my engine.py"',
    ENGINE_LIMITS: JSON.stringify(limits),
  }
  assert.deepEqual(engineOf(environment), { kind: 'command', command: ['python3', '/opt/my engine.py'], limits })
})

const NONE = { apiKey: null, model: null, parameters: {}, acceleratedParameters: {}, workflow: null, limits: {} }

test('the configuration selects a server with OpenAI’s API', () => {
  const profile = 'vllm-omni/minimax-h3'
  const environment = { ENGINE: 'openai-video', ENGINE_URL: 'http://gpu:8091/', ENGINE_PROFILE: profile }
  const plain = { kind: 'openai-video', profile, url: 'http://gpu:8091', ...NONE, sharedFiles: false }
  assert.deepEqual(engineOf(environment), plain)
  const full = engineOf({
    ...environment,
    ENGINE_API_KEY: 'secret',
    ENGINE_MODEL: 'h3',
    ENGINE_PARAMETERS: '{"flow_shift":12}',
    ENGINE_ACCELERATED_PARAMETERS: '{"text_to_video":{"steps":4}}',
  })
  const acceleratedParameters = { text_to_video: { steps: 4 } }
  const set = { apiKey: 'secret', model: 'h3', parameters: { flow_shift: 12 }, acceleratedParameters }
  assert.deepEqual(full, { ...plain, ...set })
})

test('faster parameters without a mode are those of all modes', () => {
  const environment = { ENGINE: 'openai-video', ENGINE_URL: 'http://gpu', ENGINE_ACCELERATED_PARAMETERS: '{"steps":4}' }
  const steps = { steps: 4 }
  const { acceleratedParameters } = engineOf({ ...environment, ENGINE_PROFILE: 'x' }) as ServerSettings
  assert.deepEqual(acceleratedParameters, { text_to_video: steps, image_to_video: steps, reference_to_video: steps })
})

test('the configuration selects a LightX2V server', () => {
  const environment = { ENGINE: 'lightx2v', ENGINE_URL: 'https://gpu/x2v', ENGINE_SHARED_FILES: 'true' }
  const profile = 'lightx2v/minimax-h3-ref2av'
  const settings = { kind: 'lightx2v', profile, url: 'https://gpu/x2v', ...NONE, sharedFiles: true }
  assert.deepEqual(engineOf({ ...environment, ENGINE_PROFILE: profile }), settings)
})

test('all problems are reported together, with those of other variables', () => {
  const named = (environment: NodeJS.ProcessEnv) =>
    problemsOf(environment)
      .map((line) => line.split(':')[0])
      .sort()
  const [ENGINE_COMMAND, ENGINE_LIMITS] = ['a', '{']
  assert.deepEqual(named({ PORT: 'x', ENGINE: 'openai-video', ENGINE_COMMAND, ENGINE_LIMITS }), [
    'ENGINE_COMMAND',
    'ENGINE_LIMITS',
    'ENGINE_PROFILE',
    'ENGINE_URL',
    'PORT',
  ])
  assert.deepEqual(named({ ENGINE: 'gpu', ENGINE_URL: 'ftp://x', ENGINE_COMMAND: "'a" }), [
    'ENGINE',
    'ENGINE_COMMAND',
    'ENGINE_URL',
  ])
})

test('required variables of an engine must be set, and unused ones must not', () => {
  assert.deepEqual(problemsOf({ ENGINE: 'command' }), ['ENGINE_COMMAND: must be set if ENGINE is command'])
  assert.deepEqual(problemsOf({ ENGINE_URL: 'http://gpu' }), [
    'ENGINE_URL: is set, but ENGINE is procedural, which does not read it',
  ])
  assert.deepEqual(problemsOf({ ENGINE: 'procedural', ENGINE_MODEL: 'h3' }), [
    'ENGINE_MODEL: is set, but ENGINE is procedural, which does not read it',
  ])
  for (const ENGINE_COMMAND of ['  ', `a 'b`, 'a "b']) {
    assert.deepEqual(problemsOf({ ENGINE: 'command', ENGINE_COMMAND }), [
      'ENGINE_COMMAND: must be a command line with closed quotes',
    ])
  }
})

test('limits and modes that the server does not support are problems', () => {
  const server = { ENGINE: 'openai-video', ENGINE_URL: 'http://gpu', ENGINE_PROFILE: 'vllm-omni/minimax-h3' }
  const limits = (value: object) => ({ ...server, ENGINE_LIMITS: JSON.stringify(value) })
  assert.equal(problemsOf(limits({ modes: [] })).length, 1)
  assert.equal(problemsOf(limits({ modes: ['dance'] })).length, 1)
  assert.equal(problemsOf(limits({ max_references: 0 })).length, 1)
  assert.equal(problemsOf(limits({ maxReferences: 3 })).length, 1)
  assert.deepEqual(problemsOf({ ...server, ENGINE_PARAMETERS: '[1]' }), ['ENGINE_PARAMETERS: must be a JSON object'])
})

test('an engine of a server has the limits of its profile, and the operator’s over them', async () => {
  const server = { ENGINE: 'openai-video', ENGINE_URL: 'http://127.0.0.1:9', ENGINE_PROFILE: 'vllm-omni/minimax-h3' }
  const plain = await chosen(server)
  assert.equal(plain.name, 'vllm-omni/minimax-h3')
  assert.deepEqual(Object.keys(plain.limits.modes), ['text_to_video', 'image_to_video', 'reference_to_video'])
  const ENGINE_LIMITS = '{"modes":["reference_to_video"],"max_references":2,"audio_only":true}'
  const { modes } = (await chosen({ ...server, ENGINE_LIMITS })).limits
  assert.deepEqual(Object.keys(modes), ['reference_to_video'])
  assert.deepEqual(
    [modes.reference_to_video?.references?.max, modes.reference_to_video?.references?.audioOnly],
    [2, true],
  )
})

test('a mode that the profile does not make is a configuration error', async () => {
  const server = { ENGINE: 'openai-video', ENGINE_URL: 'http://127.0.0.1:9', ENGINE_PROFILE: 'vllm-omni/wan-2.2-t2v' }
  const ENGINE_LIMITS = '{"modes":["text_to_video","image_to_video"]}'
  const message = 'ENGINE_LIMITS: vllm-omni/wan-2.2-t2v does not make image_to_video.'
  await assert.rejects(chosen({ ...server, ENGINE_LIMITS }), new ConfigError(message))
})

test('an unknown profile is a configuration error that lists the known ones', async () => {
  const server = { ENGINE: 'lightx2v', ENGINE_URL: 'http://127.0.0.1:9', ENGINE_PROFILE: 'lightx2v/none' }
  const shown = (error: unknown) =>
    error instanceof ConfigError && /^ENGINE_PROFILE: set one of .*lightx2v\/minimax-h3-t2av/.test(error.message)
  await assert.rejects(chosen(server), shown)
})

test('a profile that needs shared files is a configuration error without them', async () => {
  const profile = 'lightx2v/minimax-h3-ref2av'
  const server = { ENGINE: 'lightx2v', ENGINE_URL: 'http://127.0.0.1:9', ENGINE_PROFILE: profile }
  const shown = (error: unknown) =>
    error instanceof ConfigError && error.message.startsWith(`ENGINE_SHARED_FILES: must be true for ${profile}`)
  await assert.rejects(chosen(server), shown)
  const { modes } = (await chosen({ ...server, ENGINE_SHARED_FILES: 'true' })).limits
  assert.deepEqual(Object.keys(modes), ['reference_to_video'])
  assert.equal(modes.reference_to_video?.references?.maxSounds, 3)
})

test('a command is run to describe itself', async () => {
  const engine = await chosen({ ENGINE: 'command', ENGINE_COMMAND: `'${NODE}' '${EXAMPLE}'` })
  assert.equal(engine.name, 'command')
  assert.deepEqual(Object.keys(engine.limits.modes), ['text_to_video', 'image_to_video', 'reference_to_video'])
  assert.equal(engine.limits.modes.reference_to_video?.references?.max, 12)
})

test('a command that cannot describe itself is a configuration error, unless it need not', async () => {
  const environment = { ENGINE: 'command', ENGINE_COMMAND: `'${SIDE}' 'fails'` }
  const shown = (error: unknown) =>
    error instanceof ConfigError && /^ENGINE_COMMAND: the command failed: out of memory/.test(error.message)
  await assert.rejects(chosen(environment), shown)
  await assert.rejects(
    chosen({ ...environment, ENGINE_COMMAND: '/no/such/program' }),
    /ENGINE_COMMAND: .*did not start/,
  )
  const engine = await chosen({ ...environment, ENGINE_LIMITS: '{"modes":["text_to_video"]}' })
  assert.deepEqual(Object.keys(engine.limits.modes), ['text_to_video'])
})
