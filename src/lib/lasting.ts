import { isSaidElsewhere, type Log } from './log.ts'

const EVERY_MS = 60_000

/** Log messages of a state: at its beginning, once a minute, at its end. */
export interface Messages {
  readonly begins: string
  readonly lasts: string
  readonly ends: string
}

export interface Lasting {
  /** Call it each time the state is observed. @param fields to log */
  holds(fields: Readonly<Record<string, unknown>>): void
  /** Call it each time the state is not observed. */
  ends(): void
}

/**
 * Logs a lasting state when it begins, once a minute, and when it ends. Errors that are reported elsewhere do not count
 * (`sayElsewhere`).
 * @param now in milliseconds
 */
export function createLasting(log: Log, messages: Messages, now: () => number = () => performance.now()): Lasting {
  let began: number | null = null
  let saidAt = 0
  let times = 0
  const extent = () => ({ times, seconds: Math.round((now() - (began ?? now())) / 1000) })
  return {
    holds(fields) {
      if ('err' in fields && isSaidElsewhere(log, fields['err'])) return
      times += 1
      if (began !== null && now() - saidAt < EVERY_MS) return
      if (began === null) log.warn(fields, messages.begins)
      else log.warn({ ...fields, ...extent() }, messages.lasts)
      began ??= now()
      saidAt = now()
    },
    ends() {
      if (began === null) return
      log.info(extent(), messages.ends)
      began = null
      times = 0
    },
  }
}
