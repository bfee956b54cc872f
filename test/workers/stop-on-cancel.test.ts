import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openResources, type Resources } from '../../src/resources.ts'
import type { Engine } from '../../workers/engine/engine.ts'
import { proceduralEngine } from '../../workers/engine/procedural.ts'
import { runStage } from '../../workers/run-stage.ts'
import { startWorker } from '../../workers/worker.ts'
import { claimOf, objectsOf } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { until } from '../support/until.ts'
import { watch } from '../support/watch.ts'
import { startWorkerProcess } from '../support/worker.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const STOPPED_MS = atMost(2000)

async function create(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'a lake at sunset', aspect_ratio: '1:1', ...body })
  assert.equal(created.status, 202)
  return created.body.id
}

async function cancel(id: string): Promise<void> {
  assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
}

interface Running {
  readonly parent: number
  readonly group: number
}

/** Every process of the machine. */
async function processes(): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return stats.filter(Boolean).flatMap((stat) => {
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie no longer runs.
    return state === 'Z' ? [] : [{ parent: Number(parent), group: Number(group) }]
  })
}

test('a cancelled render stops within two seconds, leaves no process, and frees its worker', async () => {
  const worker = await startWorkerProcess(gateway, { WORKER_CAPABILITIES: 'encode,render' })
  const { pid } = worker.child
  const id = await create({ duration: 15 })
  const seen = await watch(gateway, id)
  await seen.when(({ task }) => task.status === 'rendering' && task.progress > 0.05)
  const groups = new Set((await processes()).filter(({ parent }) => parent === pid).map(({ group }) => group))
  assert.ok(groups.size > 0, 'a render runs in a separate process')

  await cancel(id)
  await until(
    async () => (await processes()).every(({ parent, group }) => parent !== pid && !groups.has(group)),
    STOPPED_MS,
  )
  await seen.ended
  assert.equal(seen.changes.at(-1)?.task.status, 'cancelled')
  const next = await create()
  await (await watch(gateway, next)).when(({ task }) => task.status !== 'queued')
  await worker.end('SIGTERM')

  const { rows } = await pool.query(
    'select stage, number, state, output from stage_attempt where task_id = $1 order by stage',
    [id],
  )
  assert.deepEqual(
    rows.map(({ stage, number, state }) => [stage, number, state]),
    [
      ['encode', 1, 'done'],
      ['render', 1, 'cancelled'],
    ],
  )
  assert.deepEqual(await objectsOf(gateway, id), [`tasks/${id}/encode.1.json`])
  await cancel(next)
})

/** An engine that makes a file at once, after `before`. */
function quickEngine(before: (stage: string) => Promise<void>): Engine {
  const make = async (stage: string, folder: string) => {
    await before(stage)
    const path = join(folder, `${stage}.mp4`)
    await writeFile(path, stage)
    return path
  }
  return {
    ...proceduralEngine(),
    encode: async ({ folder }) => ({ path: await make('encode', folder), contextIrApplied: false }),
    render: async ({ folder }) => ({ path: await make('render', folder), accelerated: false }),
    upscale: async ({ folder }) => ({ path: await make('upscale', folder) }),
  }
}

for (const stage of ['encode', 'render', 'upscale'] as const) {
  test(`results of ${stage} after a cancel are not stored, and the late report is refused`, async () => {
    const { databaseUrl } = gateway
    const opened = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 3, supervise: false })
    const removed = Promise.withResolvers<string>()
    const stored: string[] = []
    const storage: Resources['storage'] = {
      ...opened.storage,
      putFile(key, path) {
        stored.push(key)
        return opened.storage.putFile(key, path)
      },
      async remove(key) {
        await opened.storage.remove(key)
        removed.resolve(key)
      },
    }
    const id = await create({ resolution: '2k' })
    const engine = quickEngine(async (each) => {
      if (each === stage) await cancel(id)
    })
    const capabilities = ['encode', 'render', 'upscale'] as const
    const worker = startWorker({ ...opened, storage }, { engine, capabilities, pool: 'shared' })
    after(() => opened.close())
    const key = `tasks/${id}/${stage}.1.mp4`
    assert.equal(await removed.promise, key)
    await worker.close(0)
    assert.equal(stored.at(-1), key)
    assert.deepEqual(await objectsOf(gateway, id), stored.slice(0, -1).sort())
    const { rows } = await pool.query('select state, output from stage_attempt where task_id = $1 and stage = $2', [
      id,
      stage,
    ])
    assert.deepEqual(rows, [{ state: 'cancelled', output: null }])
    assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.status, 'cancelled')
  })
}

test('a run without a writable folder is reported and stops its heartbeat', async () => {
  const id = await create()
  const claim = await claimOf(gateway, id, 'encode')
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = '/nowhere'
  try {
    await runStage(gateway.rooms.resources, proceduralEngine(), claim, new AbortController().signal)
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
  const { rows } = await pool.query('select state from stage_attempt where task_id = $1 order by number', [id])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['failed', 'ready'],
  )
  await cancel(id)
})
