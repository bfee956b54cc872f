import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openResources } from '../../src/resources.ts'
import type { Engine } from '../../workers/engine/engine.ts'
import { proceduralEngine } from '../../workers/engine/procedural.ts'
import { startWorker } from '../../workers/worker.ts'
import { startTestS3 } from '../storage/s3-server.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { startQuickWorker } from '../support/worker.ts'
import { attemptsOf, complete, create, entriesOf, ROOMY, workUpTo } from './dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const objects = join(gateway.config.dataDir, 'objects')

const FAILED = ['failed', 'storage_error', 'The files of this video could not be read or stored.', 0]
const FAILED_ELSEWHERE = ['failed', 'generation_error', 'The video could not be generated.', 0]

/** The end of a task, without waiting for its back-offs. */
async function endOf(of: TestGateway, id: string): Promise<unknown[]> {
  await until(async () => {
    await of.rooms.resources.pool.query('update pgboss.job set start_after = now() where start_after > now()')
    return ['failed', 'succeeded'].includes((await of.call('GET', `/v1/videos/${id}`)).body.status)
  }, 60_000)
  const { body } = await of.call('GET', `/v1/videos/${id}`)
  return [body.status, body.fail_reason, body.fail_detail, body.usage.amount_micro]
}

/** The last try as the operator sees it. */
async function causeOf(of: TestGateway, id: string): Promise<string> {
  const { rows } = await of.rooms.resources.pool.query(
    `select output #>> '{}' as cause from stage_attempt where task_id = $1 and state = 'failed' order by finished_at desc`,
    [id],
  )
  return rows[0].cause
}

const kindsOf = async (of: TestGateway, id: string) => (await entriesOf(of, id)).map(([kind]) => kind)

/** A task whose encode is reported done without an object. */
async function encoded(of: TestGateway): Promise<string> {
  const id = await create(of)
  assert.ok(await complete(of, await workUpTo(of, id, 'encode')))
  return id
}

test('an unwritable disk fails the task with storage_error at the third try, unbilled', async () => {
  const worker = await startQuickWorker(gateway, { capabilities: ['encode'] })
  const inTheWay = join(objects, 'tasks')
  await writeFile(inTheWay, 'no folder')
  try {
    const id = await create(gateway)
    assert.deepEqual(await endOf(gateway, id), FAILED)
    assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 failed', 'encode 2 failed', 'encode 3 failed'])
    assert.match(await causeOf(gateway, id), /^the storage failed: (ENOTDIR|EEXIST)/)
    assert.deepEqual(await kindsOf(gateway, id), ['freeze', 'release'])
  } finally {
    await rm(inTheWay)
  }
  await worker.end()
})

/** While the disk is missing. */
async function withoutDisk<T>(use: () => Promise<T>): Promise<T> {
  const away = `${objects}-away`
  await rename(objects, away)
  try {
    return await use()
  } finally {
    await rename(away, objects)
  }
}

test('a missing disk fails the task with storage_error, and a missing object does not', async () => {
  const worker = await startQuickWorker(gateway, { capabilities: ['render'] })
  await withoutDisk(async () => {
    const id = await encoded(gateway)
    assert.deepEqual(await endOf(gateway, id), FAILED)
    assert.match(await causeOf(gateway, id), /^the storage failed: ENOENT/)
  })
  const id = await encoded(gateway)
  assert.deepEqual(await endOf(gateway, id), FAILED_ELSEWHERE)
  assert.match(await causeOf(gateway, id), /^there is no object tasks\//)
  await worker.end()
})

test('a disk that returns before the third try costs only time', async () => {
  const worker = await startQuickWorker(gateway, { capabilities: ['encode'] })
  const id = await withoutDisk(async () => {
    const id = await create(gateway)
    await until(async () => (await attemptsOf(gateway, id))[0] === 'encode 1 failed')
    return id
  })
  await until(async () => (await attemptsOf(gateway, id)).includes('render 1 ready'))
  assert.match((await attemptsOf(gateway, id)).at(-2) ?? '', /^encode [23] done$/)
  await worker.end()
})

test('an unreachable bucket fails the task with storage_error, for writing and reading', async () => {
  const s3 = await startTestS3()
  const remote = await startTestGateway(ROOMY, { environment: s3.environment })
  const renderer = await startQuickWorker(remote, { capabilities: ['render'] })
  const encoder = await startQuickWorker(remote, { capabilities: ['encode'] })
  s3.intercept = ({ socket }) => {
    socket.destroy()
    return true
  }
  const unwritten = await create(remote)
  assert.deepEqual(await endOf(remote, unwritten), FAILED)
  assert.match(await causeOf(remote, unwritten), /^the storage failed: /)
  await encoder.end()
  const unread = await encoded(remote)
  assert.deepEqual(await endOf(remote, unread), FAILED)
  assert.deepEqual((await attemptsOf(remote, unread)).slice(1), [
    'render 1 failed',
    'render 2 failed',
    'render 3 failed',
  ])
  assert.match(await causeOf(remote, unread), /^the storage failed: /)
  await renderer.end()
})

test('a result that an engine names but did not make, or names badly, is the engine’s failure', async () => {
  const { databaseUrl } = gateway
  const resources = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 3, supervise: false })
  after(() => resources.close())
  for (const path of ['/nowhere/scene.json', '/', 'scene.JSON']) {
    const engine: Engine = {
      ...proceduralEngine(),
      async encode({ folder }) {
        if (!path.startsWith('/')) await writeFile(join(folder, path), 'made')
        return { path: path.startsWith('/') ? path : join(folder, path), contextIrApplied: false }
      },
    }
    const worker = startWorker(resources, { engine, capabilities: ['encode'], pool: 'shared' })
    try {
      assert.deepEqual(await endOf(gateway, await create(gateway)), FAILED_ELSEWHERE, path)
    } finally {
      await worker.close(0)
    }
  }
})
