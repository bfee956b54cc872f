import { pino } from 'pino'

export type Log = pino.Logger

/** Structured logs, one JSON object a line on standard error, so that standard output stays for people and scripts. */
export function createLog(level: string, name: string): Log {
  return pino({ level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
