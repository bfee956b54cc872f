import { ConfigError } from '../config.ts'
import { problemOfPooler } from './pooler.ts'

/** Ends a command that could not start. An error that a person can fix is printed as a sentence, any other with its stack. */
export function exitWith(error: unknown): never {
  console.error(explain(error))
  process.exit(1)
}

/** The printed text of an error. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return error
  const { code } = error
  const address = [error as { address?: string; port?: number }].map(({ address, port }) => `${address}:${port}`).join()
  if (code === 'EADDRINUSE') return `${address} is already in use. Set PORT to another port, or to 0 for any free one.`
  if (code === 'EACCES') return `Cannot listen on ${address} (${error.message}).`
  if (code === 'ECONNREFUSED') return `There is no Postgres at ${address}; check DATABASE_URL.`
  if (code === '28P01' || code === '28000') return `Postgres refused the user of DATABASE_URL: ${error.message}.`
  if (code === '53300')
    return `Postgres has no connection left (${error.message}): see docs/operating/postgres.md#connections.`
  if (code === '42501')
    return `The role of DATABASE_URL lacks a right: ${error.message}. See docs/operating/postgres.md#grants.`
  if (code === '3D000') return `Postgres has no such database: ${error.message}.`
  return problemOfPooler(code, error.message) ?? error
}
