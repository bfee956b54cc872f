import type { EventEmitter } from 'node:events'
import pg from 'pg'

const broken = new WeakSet<Error>()

/** A connection whose errors can be told from those of other servers: `ECONNREFUSED` does not say whose. */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: EventEmitter }
    connection.on('error', (error: Error) => broken.add(error))
  }
}

/** SQLSTATE classes 08 and 57P, a server that goes or comes, and Prisma's words for it. */
const AWAY = /^(08...|57P0.|P10(01|02|08|17))$/

/** What pg says without a code. */
const AWAY_WORDS = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether a connection to the database broke, or could not be made. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return broken.has(error) || AWAY.test(code) || AWAY_WORDS.test(error.message) || isConnectionError(error.cause)
}
