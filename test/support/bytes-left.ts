import { readdir } from 'node:fs/promises'
import type { TestGateway } from './gateway.ts'

/** Folders of a gateway's files: objects, and files that are being received. */
export async function bytesLeft({ rooms }: TestGateway): Promise<{ objects: string[]; temporary: string[] }> {
  const { storage } = rooms.resources
  const objects = await Array.fromAsync(storage.list('files/'), ({ key }) => key)
  return { objects: objects.sort(), temporary: await readdir(storage.tempDir) }
}

/** Everything that uploads write, rows and bytes, to check that a refusal wrote nothing. */
export async function uploadsLeft(gateway: TestGateway): Promise<unknown> {
  const { rows } = await gateway.rooms.resources.pool.query(
    `select (select json_agg(f order by id) from file f) as files,
      (select json_agg(k order by account_id, operation, key) from idempotency_key k) as keys`,
  )
  return { ...rows[0], ...(await bytesLeft(gateway)) }
}
