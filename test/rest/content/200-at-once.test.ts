import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { rounds } from '../../support/rounds.ts'
import { finishedTask } from './finished.ts'

const MB = 1024 * 1024
const gateway = await startTestGateway()
/** Random bytes, so that no two chunks are equal. */
const videos = await Promise.all([12 * MB + 1, 8 * MB, 3 * MB + 7].map((bytes) => finishedTask(gateway, bytes)))

function download(id: string, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { authorization: `Bearer ${gateway.key}` }
  return fetch(`${gateway.url}/v1/videos/${id}/content`, { headers, signal })
}

/** Reads the first chunk only. */
async function leave(id: string): Promise<void> {
  const leaving = new AbortController()
  const { body } = await download(id, leaving.signal)
  await body?.getReader().read()
  leaving.abort()
}

test('concurrent downloads get every byte, beside clients that disconnect', async () => {
  for (let round = 0; round < rounds(2, 5); round++) {
    await Promise.all(
      videos.flatMap(({ id, video }) => [
        leave(id),
        ...[1, 2, 3].map(async () => {
          const response = await download(id)
          assert.ok(Buffer.from(await response.arrayBuffer()).equals(video))
        }),
      ]),
    )
  }
})
