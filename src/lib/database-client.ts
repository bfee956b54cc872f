import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { causesOf, saysDatabaseAway } from '../errors.ts'

const broken = new WeakSet<object>()

/** A connection whose errors are marked as the database's: `ECONNREFUSED` alone does not identify the server. */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: EventEmitter }
    connection.on('error', (error: Error) => broken.add(error))
  }
}

/** Whether a connection to the database broke, or could not be made. */
export function isConnectionError(thrown: unknown): boolean {
  return saysDatabaseAway(thrown) || causesOf(thrown).some((error) => broken.has(error))
}
