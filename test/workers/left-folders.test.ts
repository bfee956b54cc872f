import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ConfigError } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { assertRunFolders, openRunFolder, removeLeftFolders } from '../../workers/folder.ts'
import { startTestGateway } from '../support/gateway.ts'
import { programOf } from '../support/joined.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { pretend } from '../support/pretend.ts'
import { until } from '../support/until.ts'
import { startWorkerProcess } from '../support/worker.ts'
import { ROOMY } from './dispatch/work.ts'
import { startStuckWorker, taskBefore, untilStuck } from './liveness/stuck.ts'

const gateway = await startTestGateway(ROOMY)
const log = createLog('silent', 'test')

/** Every process that the tests start uses this folder. */
const folder = await mkdtemp(join(tmpdir(), 'vidgate-left-'))
after(() => rm(folder, { recursive: true, force: true }))
process.env['TMPDIR'] = folder

const folders = async () => (await readdir(folder)).sort()

/** A real worker during a render, for which it has copied an image. */
async function startBusyWorker() {
  const before = await folders()
  const picture = await uploaded(gateway, await pngOf(64, 64), 'input_image')
  const worker = await startStuckWorker(gateway, 'render')
  const id = await taskBefore(gateway, 'render', { mode: 'image_to_video', input_image: picture })
  await untilStuck(gateway, new Map([['render', id]]), [worker])
  const [name = ''] = (await folders()).filter((each) => !before.includes(each))
  assert.ok((await filesOf(name)).includes('material-1.png'))
  return { ...worker, name }
}

async function filesOf(name: string): Promise<string[]> {
  return (await readdir(join(folder, name, 'work'))).sort()
}

test('a killed worker’s copies are deleted by the next one, and a living worker’s are not', async () => {
  const living = await startBusyWorker()
  const killed = await startBusyWorker()
  assert.deepEqual(await folders(), [killed.name, living.name].sort())
  const files = await filesOf(living.name)
  await killed.end('SIGKILL')
  assert.ok((await filesOf(killed.name)).includes('material-1.png'))

  const next = await startWorkerProcess(gateway, { WORKER_CAPABILITIES: 'upscale' })
  await until(async () => (await folders()).length === 1)
  assert.equal(await removeLeftFolders(log), 0)
  assert.deepEqual([await folders(), await filesOf(living.name)], [[living.name], files])

  living.child.kill('SIGSTOP')
  assert.equal(await removeLeftFolders(log), 0)
  assert.deepEqual(await filesOf(living.name), files)
  await living.end('SIGKILL')
  assert.equal(await removeLeftFolders(log), 1)
  assert.deepEqual(await folders(), [])
  await next.end('SIGTERM')
})

test('a folder exists for its run only, within one process too', async () => {
  const run = await openRunFolder()
  await writeFile(join(run.path, 'made'), 'x')
  assert.equal(await removeLeftFolders(log), 0)
  assert.equal((await folders()).length, 1)
  await run.remove()
  assert.deepEqual(await folders(), [])
})

/** Only root could give a folder to another user. */
function giveAway(path: string): () => void {
  return pretend(
    'lstat',
    (lstat) =>
      (async (asked, options) => {
        const stats = await lstat(asked, options)
        return asked === path ? Object.assign(stats, { uid: 4711 }) : stats
      }) as typeof lstat,
  )
}

test('folders of other machines and users, or in creation or deletion, are left alone', async (t) => {
  const run = await openRunFolder()
  const [own = ''] = await folders()
  const others = `${own}-others`
  const unfinished = `.${own}-unfinished`
  const foreign = own.replace(/[0-9a-f]{8}/, '00000000')
  // No process listens at a file.
  for (const name of [others, unfinished, foreign, `${own}-left`]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'held'), '')
  }
  t.after(giveAway(join(folder, others)))
  await mkdir(join(folder, `${own}-bare`))
  assert.equal(await removeLeftFolders(log), 1)
  assert.deepEqual(await folders(), [own, others, unfinished, foreign, `${own}-bare`].sort())
  await run.remove()
})

test('a worker without a writable folder does not start, and gives the reason', async () => {
  const long = join(folder, 'x'.repeat(100))
  await mkdir(long)
  const reason = (path: string, code: string) =>
    new RegExp(`TMPDIR: a worker needs files and sockets in ${path}, .*: ${code}\\.`)
  const program = await programOf('workers/worker-main.ts')
  const env = {
    ...process.env,
    ...program.environment,
    DATABASE_URL: gateway.databaseUrl,
    DATA_DIR: gateway.config.dataDir,
    TMPDIR: '/nowhere',
  }
  const run = promisify(execFile)(process.execPath, [program.path], { env })
  await assert.rejects(run, (error: { code: number; stderr: string }) => {
    assert.equal(error.code, 1)
    assert.match(error.stderr, reason('/nowhere', 'ENOENT'))
    return true
  })
  // Its start asks this, and reports the answer like that one.
  process.env['TMPDIR'] = long
  await assert.rejects(
    assertRunFolders().finally(() => {
      process.env['TMPDIR'] = folder
    }),
    (error) => error instanceof ConfigError && reason(long, 'EINVAL').test(error.message),
  )
  assert.deepEqual(await readdir(long), [])
})
