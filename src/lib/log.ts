import { type LogFn, pino } from 'pino'

export type Log = pino.Logger

const DEBUG = 20
const ELSEWHERE = Symbol('said elsewhere')

/** Structured logs, one JSON object per line on standard error. Standard output is for people and scripts. */
export function createLog(level: string, name: string, destination: pino.DestinationStream = pino.destination(2)): Log {
  const serializers = { err: errorFields }
  const hooks = { logMethod }
  return pino({ level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime, serializers, hooks }, destination)
}

/** From now on this log and its children drop lines above debug whose `err` is reported elsewhere. */
export function sayElsewhere(log: Log, isSaid: (error: unknown) => boolean): void {
  Object.assign(log, { [ELSEWHERE]: isSaid })
}

export function isSaidElsewhere(log: Log, error: unknown): boolean {
  const { [ELSEWHERE]: isSaid } = log as Log & { [ELSEWHERE]?: (error: unknown) => boolean }
  return isSaid?.(error) ?? false
}

function logMethod(this: Log, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields] = args as unknown[]
  const isError = typeof fields === 'object' && fields !== null && 'err' in fields
  if (isError && level > DEBUG && isSaidElsewhere(this, fields.err)) return
  method.apply(this, args)
}

/** The logged fields of an error. Drivers add the connection to their errors, with its parameters and secrets. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(cause ? { cause: errorFields(cause) } : {}) }
}
