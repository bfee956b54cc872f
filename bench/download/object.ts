import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { openDiskStorage } from '../../src/storage/disk.ts'
import { objectsOf } from '../../src/task/objects.ts'
import { writeTasks } from '../history/past.ts'

/** A finished task with its video. */
export interface Video {
  readonly taskId: string
  readonly path: string
  readonly sha256: string
}

/** Bytes of the video: every eight contain the offset of their first, so that a wrong range shows at its ends. */
function contentOf(bytes: number): Buffer {
  const words = new BigUint64Array(bytes / 8)
  for (let i = 0; i < words.length; i++) words[i] = BigInt(i * 8)
  return Buffer.from(words.buffer)
}

/** Creates one succeeded task, as a worker leaves it, and stores its video in the gateway's storage. */
export async function makeVideo(databaseUrl: string, dataDir: string, bytes: number): Promise<Video> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await writeTasks(client, 1)
    const { rows } = await client.query<{ id: string }>('select id from task')
    const taskId = rows[0]?.id ?? ''
    const key = `${objectsOf(taskId)}package.1.mp4`
    const content = contentOf(bytes)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const storage = await openDiskStorage(dataDir)
    const received = join(storage.tempDir, 'video')
    await writeFile(received, content)
    await storage.putFile(key, received)
    const output = JSON.stringify({ key, bytes, sha256 })
    await client.query('update task set output = output || $1::jsonb', [output])
    await client.query('commit')
    return { taskId, path: join(dataDir, 'objects', key), sha256 }
  } finally {
    client.release()
    await pool.end()
  }
}
