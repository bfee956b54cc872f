import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskOutput } from '../../../src/task/task.ts'
import type { TestGateway } from '../../support/gateway.ts'

export interface Finished {
  readonly id: string
  readonly video: Buffer
  readonly thumbnail: Buffer
  readonly output: TaskOutput
}

/** A succeeded task with stored bytes, written without a worker. */
export async function finishedTask(gateway: TestGateway, bytes = 3_000_001): Promise<Finished> {
  const { pool, storage } = gateway.rooms.resources
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'finished' })
  const [video, thumbnail] = [randomBytes(bytes), randomBytes(100)]
  const output: TaskOutput = {
    key: `output/${body.id}/video.mp4`,
    thumbnailKey: `output/${body.id}/thumbnail.webp`,
    bytes,
    sha256: createHash('sha256').update(video).digest('hex'),
    width: 1344,
    height: 768,
    frames: 124,
    hasAudio: true,
    watermarked: false,
  }
  for (const [key, content] of [
    [output.key, video],
    [output.thumbnailKey, thumbnail],
  ] as const) {
    const path = join(storage.tempDir, `finished-${body.id}`)
    await writeFile(path, content)
    await storage.putFile(key, path)
  }
  await pool.query(
    `update task set status = 'succeeded', progress = 1, output = $2, output_until = now() + interval '30 days',
       started_at = created_at, completed_at = '2026-11-27T21:57:00.123Z', earned = '{encoder,generation}',
       billed_ms = duration_ms, amount_micro = frozen_micro, accelerated = false where id = $1`,
    [body.id, output],
  )
  return { id: body.id, video, thumbnail, output }
}
