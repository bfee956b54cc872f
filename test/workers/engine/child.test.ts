import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { atMost } from '../../support/rounds.ts'
import { calm, ignore, materialOf, newFolder, taskOf, untilGone } from './helpers.ts'

const PARENT = fileURLToPath(new URL('./parent.ts', import.meta.url))
const material = materialOf()
/** Longer than any test waits. */
const ENDLESS = 100000

test('an abort kills the child and rejects with its reason after the child is gone', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf({ frames: ENDLESS })
  let pid = 0
  const engine = proceduralEngine({ preset: 'ultrafast', onChild: (id) => (pid = id) })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  const abort = new AbortController()
  const reason = new Error('cancelled by its owner')
  let started = 0
  const render = engine.render({ task, material, folder, encoded: path }, abort.signal, () => {
    started ||= performance.now()
    abort.abort(reason)
  })
  await assert.rejects(render, (error) => error === reason)
  assert.ok(performance.now() - started < atMost(2000))
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

test('an abort beforehand starts nothing', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf()
  const pids: number[] = []
  const engine = proceduralEngine({ onChild: (pid) => pids.push(pid) })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  const reason = new Error('too late')
  await assert.rejects(
    engine.render({ task, material, folder, encoded: path }, AbortSignal.abort(reason), ignore),
    reason,
  )
  assert.deepEqual(pids, [])
})

test('a failure inside the child names its cause', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf()
  const render = proceduralEngine().package({ task, folder, rendered: join(folder, 'none.mp4') }, calm(), ignore)
  await assert.rejects(render, /could not open the file: .*No such file/)
})

test('a child killed from outside is reported with its signal', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf({ frames: ENDLESS })
  const engine = proceduralEngine({ onChild: (pid) => process.kill(pid, 'SIGKILL') })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  await assert.rejects(
    engine.render({ task, material, folder, encoded: path }, calm(), ignore),
    /render process ended with SIGKILL/,
  )
})

test('an ffmpeg that cannot start is an error and does not hang', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf()
  const engine = proceduralEngine({ ffmpegPath: join(folder, 'no-ffmpeg') })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  await assert.rejects(engine.render({ task, material, folder, encoded: path }, calm(), ignore), /ffmpeg did not start/)
})

test('a child gets only the environment variables that it needs', async (t) => {
  const folder = await newFolder(t)
  const ffmpegPath = join(folder, 'ffmpeg')
  await writeFile(ffmpegPath, '#!/bin/sh\nenv >&2\nexit 1\n', { mode: 0o755 })
  const secrets = { DATABASE_URL: 'postgres://x', OPERATOR_KEY: 'vgo_x', AWS_SECRET_ACCESS_KEY: 'x', HF_TOKEN: 'x' }
  Object.assign(process.env, secrets)
  t.after(() => {
    for (const name of Object.keys(secrets)) delete process.env[name]
  })
  const rendered = join(folder, 'rendered.mp4')
  const run = proceduralEngine({ ffmpegPath }).package({ task: taskOf(), folder, rendered }, calm(), ignore)
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof Error)
    assert.match(error.message, /^PATH=/m)
    for (const name of Object.keys(secrets)) assert.doesNotMatch(error.message, new RegExp(name))
    return true
  })
})

test('the child ends when its parent is killed', async (t) => {
  const folder = await newFolder(t)
  const parent = spawn(process.execPath, [PARENT, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  assert.ok(pid > 0)
  const exit = once(parent, 'exit')
  parent.kill('SIGKILL')
  await exit
  await untilGone(pid)
})
