import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { atMost } from '../../support/rounds.ts'
import { calm, ignore, materialOf, newFolder, taskOf, untilGone } from './helpers.ts'

const PARENT = fileURLToPath(new URL('./parent.ts', import.meta.url))
const material = materialOf()
/** More than any test waits for. */
const ENDLESS = 100000

test('an abort kills the child, and the promise rejects with the reason once it is gone', async (t) => {
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

test('a failure inside the child says what failed', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf()
  const render = proceduralEngine().package({ task, folder, rendered: join(folder, 'none.mp4') }, calm(), ignore)
  await assert.rejects(render, /could not open the file: .*No such file/)
})

test('a child that is killed from outside is reported with its signal', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf({ frames: ENDLESS })
  const engine = proceduralEngine({ onChild: (pid) => process.kill(pid, 'SIGKILL') })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  await assert.rejects(
    engine.render({ task, material, folder, encoded: path }, calm(), ignore),
    /render process ended with SIGKILL/,
  )
})

test('an ffmpeg that cannot be started is an error, not a hang', async (t) => {
  const folder = await newFolder(t)
  const task = taskOf()
  const engine = proceduralEngine({ ffmpegPath: join(folder, 'no-ffmpeg') })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  await assert.rejects(engine.render({ task, material, folder, encoded: path }, calm(), ignore), /ffmpeg did not start/)
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
