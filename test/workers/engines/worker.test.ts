import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { programOf } from '../../support/joined.ts'
import { watch } from '../../support/watch.ts'
import { startWorkerProcess } from '../../support/worker.ts'

const gateway = await startTestGateway()
const ENGINE_COMMAND = `'${process.execPath}' workers/engine/examples/engine.ts`

test('a worker with a command as its engine renders within the command’s limits', async () => {
  const worker = await startWorkerProcess(gateway, { ENGINE: 'command', ENGINE_COMMAND })
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1' })
  const seen = await watch(gateway, created.body.id)
  await seen.ended
  const { body } = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  assert.equal(body.status, 'succeeded')
  assert.deepEqual([body.output.width, body.output.height, body.output.has_audio], [768, 768, true])
  assert.equal(body.context_ir_applied, false)
  const { rows } = await gateway.rooms.resources.pool.query('select engine, limits from worker')
  const [{ engine, limits }] = rows
  assert.deepEqual([engine, limits.conditioning], ['command', 'command'])
  assert.deepEqual(Object.keys(limits.modes).sort(), ['image_to_video', 'reference_to_video', 'text_to_video'])
  assert.deepEqual(limits.modes.reference_to_video.references, { max: 12, audioOnly: true })
  await worker.end('SIGTERM')
})

test('a worker whose command cannot be asked does not start, and gives the reason in one sentence', async () => {
  const program = await programOf('workers/worker-main.ts')
  const own = { ...process.env, ...program.environment }
  const env = { ...own, DATABASE_URL: gateway.databaseUrl, DATA_DIR: gateway.config.dataDir }
  const { status, stderr } = spawnSync(process.execPath, [program.path], {
    env: { ...env, LOG_LEVEL: 'silent', ENGINE: 'command', ENGINE_COMMAND: '/no/such/program' },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(
    stderr,
    /^ENGINE_COMMAND: the command did not start: .*ENOENT.*Fix the command, or set ENGINE_LIMITS [^\n]+\n$/,
  )
})
