import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestGateway } from '../../support/gateway.ts'
import { END, fieldOf, fileHead, paddedVideo, postFile } from '../../support/multipart.ts'
import { startProcess } from '../../support/process.ts'
import { atMost } from '../../support/rounds.ts'

const MB = 1024 * 1024
/** Less than the size of the upload, even if garbage collections are late. */
const GROWTH_MAX = atMost(64 * MB, 150 * MB)

const gateway = await startTestGateway()
const { ready: url, child } = await startProcess(gateway, 'src/gateway-main.ts')

async function upload(bytes: number): Promise<void> {
  const at = { url, key: gateway.key }
  const { status, body } = await postFile(at, [fieldOf('purpose', 'reference'), fileHead(), paddedVideo(bytes), END])
  assert.deepEqual([status, body.bytes], [201, bytes])
  await gateway.call('DELETE', `/v1/files/${body.id}`)
}

async function memoryOf(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}

/** Peak memory of the gateway during `run`, minus its memory before. */
async function growthDuring(run: () => Promise<unknown>): Promise<number> {
  const before = await memoryOf('VmRSS')
  return (await mostDuring(run)) - before
}

async function mostDuring(run: () => Promise<unknown>): Promise<number> {
  const path = `/proc/${child.pid}/clear_refs`
  if (existsSync(path)) {
    // 5: resets the peak.
    await writeFile(path, '5')
    await run()
    return memoryOf('VmHWM')
  }
  // A kernel without peak counts is polled.
  let [most, isOver] = [0, false]
  const running = run().finally(() => {
    isOver = true
  })
  while (!isOver) {
    most = Math.max(most, await memoryOf('VmRSS'))
    await pause(5)
  }
  await running
  return most
}

test('a video of 200 MB adds less than 64 MB to the gateway’s memory', async (t) => {
  // One run before: the thread that reads files starts with the first.
  await upload(1 * MB)
  const growth = await growthDuring(() => upload(200 * MB))
  t.diagnostic(`${Math.round(growth / MB)} MB`)
  assert.ok(growth < GROWTH_MAX, String(growth))
})

test('20 concurrent videos add less than 64 MB together', async (t) => {
  const growth = await growthDuring(() => Promise.all(Array.from({ length: 20 }, () => upload(20 * MB))))
  t.diagnostic(`${Math.round(growth / MB)} MB`)
  assert.ok(growth < GROWTH_MAX, String(growth))
})
