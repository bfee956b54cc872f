import { pino } from 'pino'

export type Log = pino.Logger

/** Structured logs, one JSON object a line on standard error, so that standard output stays for people and scripts. */
export function createLog(level: string, name: string): Log {
  const options = { level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFields } }
  return pino(options, pino.destination(2))
}

/** Of an error no more than this: a driver's errors carry their connection, with its parameters and secrets. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(cause ? { cause: errorFields(cause) } : {}) }
}
