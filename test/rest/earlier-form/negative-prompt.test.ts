import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { until } from '../../support/until.ts'
import { startWorkerProcess } from '../../support/worker.ts'
import { taskOf } from '../../workers/engine/helpers.ts'
import { endedTask } from '../cancel/work.ts'
import { create, rowOf, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()

test('a negative prompt of up to 2000 characters is stored and echoed as sent, and null is none', async () => {
  for (const [given, kept] of [
    ['rain, 雨, 🌧️', 'rain, 雨, 🌧️'],
    ['𠮷'.repeat(2000), '𠮷'.repeat(2000)],
    ['', ''],
    [null, null],
    [undefined, null],
  ] as const) {
    const body = { prompt: 'a lake', ...(given === undefined ? {} : { negative_prompt: given }) }
    const created = await earlier.call('POST', '/v1/videos', body)
    assert.equal(created.status, 202, created.text)
    const { id } = created.body
    assert.equal((await rowOf(gateway, id))['negative_prompt'], kept)
    const read = await earlier.call('GET', `/v1/videos/${id}`)
    const listed = await earlier.call('GET', '/v1/videos?limit=1')
    const dry = await earlier.call('POST', '/v1/videos?dry_run=true', body)
    assert.deepEqual(
      [created.body, read.body, listed.body.data[0], dry.body.request].map((shown) => shown.negative_prompt),
      [kept, kept, kept, kept],
    )
    const current = await gateway.call('GET', `/v1/videos/${id}`)
    assert.equal('negative_prompt' in current.body, false)
  }
})

test('an engine command receives the negative prompt', async () => {
  const [script, seen] = ['engine.cjs', 'seen.json'].map((name) => join(gateway.config.dataDir, name)) as [
    string,
    string,
  ]
  await writeFile(
    script,
    `const { readFileSync, writeFileSync } = require('node:fs')
     const request = JSON.parse(readFileSync(0, 'utf8'))
     writeFileSync(${JSON.stringify(seen)}, JSON.stringify(request.task))
     console.log(JSON.stringify({ refused: { reason: 'content_policy_input', detail: 'Not this.' } }))`,
  )
  await gateway.rooms.resources.pool.query(`delete from pgboss.job`)
  const id = await create(earlier, { prompt: 'a lake', negative_prompt: 'rain' })
  const worker = await startWorkerProcess(gateway, {
    ENGINE: 'command',
    ENGINE_COMMAND: `"${process.execPath}" "${script}"`,
    ENGINE_LIMITS: '{}',
    WORKER_CAPABILITIES: 'encode',
  })
  const read = async () => (await earlier.call('GET', `/v1/videos/${id}`)).body
  await until(async () => (await read()).status === 'failed')
  await worker.end('SIGTERM')
  const task = JSON.parse(await readFile(seen, 'utf8'))
  assert.deepEqual([task.task_id, task.prompt, task.negative_prompt], [id, 'a lake', 'rain'])
  const { fail_reason, fail_detail, usage } = await read()
  assert.deepEqual([fail_reason, fail_detail, usage.amount_micro], ['content_policy_input', 'Not this.', 0])
})

test('the embedded engine ignores the negative prompt', () => {
  const plain = taskOf({ prompt: 'a lake at sunset', seed: 7 })
  assert.deepEqual(describeScene({ ...plain, negativePrompt: 'rain' }), describeScene(plain))
  assert.notDeepEqual(describeScene({ ...plain, seed: 8 }), describeScene(plain))
})

test('a deletion removes the negative prompt', async () => {
  const id = await endedTask(earlier, 'cancelled', { negative_prompt: 'rain' })
  assert.equal((await earlier.call('DELETE', `/v1/videos/${id}`)).status, 200)
  assert.equal((await rowOf(gateway, id))['negative_prompt'], null)
})
