import { once } from 'node:events'
import { resolve } from 'node:path'
import { mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endFile, endLane } from '../support/lane.ts'
import { spentBy } from '../support/spending.ts'
import { processorSeconds } from './processor.ts'
import { type FromLane, LOADING, type Spent, type ToLane } from './protocol.ts'

/**
 * A process that runs test files one after another, so that modules load once. Each file is a test that contains the file's tests
 * and hooks. Changes of the process by a file are undone after it.
 */

const send = (message: FromLane) => process.send?.(message)

async function next(): Promise<ToLane> {
  const [message] = (await once(process, 'message')) as [ToLane]
  return message
}

async function runFile(file: string): Promise<void> {
  await test(file, async () => {
    const loaded = Promise.withResolvers<void>()
    // The file's first test waits for this one, so that none runs before the file is loaded, as in a separate process.
    void test(LOADING, () => loaded.promise)
    await import(pathToFileURL(resolve(file)).href).finally(loaded.resolve)
  })
}

/** Symbol under which undici, Node's fetch, keeps its connections. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  destroy(): Promise<void>
}

/** The next file could reuse a kept connection of fetch while the server closes it. */
async function dropConnections(): Promise<void> {
  const kept = globalThis as { [DISPATCHER]?: Dispatcher }
  const former = kept[DISPATCHER]
  if (!former) return
  kept[DISPATCHER] = new (former.constructor as new () => Dispatcher)()
  await former.destroy()
}

function restoreEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

async function measured(file: string, run: () => Promise<void>): Promise<Spent> {
  const [begin, before] = [performance.now(), await processorSeconds('self')]
  await run()
  const after = await processorSeconds('self')
  return {
    file,
    wall: (performance.now() - begin) / 1000,
    own: after.own - before.own,
    started: after.children - before.children,
    by: spentBy(),
  }
}

// The run was killed.
const leave = () => process.exit(1)
process.once('disconnect', leave)

const environment = { ...process.env }
let spent: Spent | null = null
for (;;) {
  const message = next()
  if (spent) send({ kind: 'spent', spent })
  send({ kind: 'idle' })
  const asked = await message
  if ('end' in asked) break
  spent = await measured(asked.file, async () => {
    await runFile(asked.file)
    mock.reset()
    await endFile()
    await dropConnections()
    restoreEnvironment(environment)
  })
}
send({ kind: 'spent', spent: await measured('what a lane keeps: its browser, its gateway', endLane) })
// A listener would keep the channel, and with it the process.
process.off('disconnect', leave)
