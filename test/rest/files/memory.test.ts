import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { END, fieldOf, fileHead, paddedVideo, postFile } from '../../support/multipart.ts'
import { startProcess } from '../../support/process.ts'

const skip = existsSync('/proc/self/clear_refs') ? false : 'the kernel does not tell what a process has at most'

const MB = 1024 * 1024
const GROWTH_MAX = 64 * MB

const gateway = await startTestGateway()
const { ready: url, child } = await startProcess(gateway, 'src/main.ts')

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

/** How much more memory the gateway had, at any moment of `run`, than before it. */
async function growthDuring(run: () => Promise<unknown>): Promise<number> {
  const before = await memoryOf('VmRSS')
  // 5: the most it had is counted from here.
  await writeFile(`/proc/${child.pid}/clear_refs`, '5')
  await run()
  return (await memoryOf('VmHWM')) - before
}

test('a video of 200 MB moves the memory of the gateway by less than 64 MB', { skip }, async (t) => {
  // Once before: the thread that reads files starts with the first.
  await upload(1 * MB)
  const growth = await growthDuring(() => upload(200 * MB))
  t.diagnostic(`${Math.round(growth / MB)} MB`)
  assert.ok(growth < GROWTH_MAX, String(growth))
})

test('20 at once move it by less than 64 MB altogether', { skip }, async (t) => {
  const growth = await growthDuring(() => Promise.all(Array.from({ length: 20 }, () => upload(20 * MB))))
  t.diagnostic(`${Math.round(growth / MB)} MB`)
  assert.ok(growth < GROWTH_MAX, String(growth))
})
