import { createLog, type Log } from '../../src/lib/log.ts'

/** A log whose lines the test reads. */
export function readLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return { log: createLog('info', 'test', { write: (line) => void lines.push(JSON.parse(line)) }), lines }
}
