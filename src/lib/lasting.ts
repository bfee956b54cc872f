import { isSaidElsewhere, type Log } from './log.ts'

const EVERY_MS = 60_000

/** How a state is said: when it begins, that it still lasts, when it has ended. */
export interface Words {
  readonly begins: string
  readonly lasts: string
  readonly ends: string
}

export interface Lasting {
  /** It was found, as often as that is. @param fields what is logged of it */
  holds(fields: Readonly<Record<string, unknown>>): void
  /** It was not found, as often as that is. */
  ends(): void
}

/**
 * A state that is found again and again, and said when it begins, when it ends, and once a minute between. What the log says
 * elsewhere is no such state.
 * @param now in milliseconds
 */
export function createLasting(log: Log, words: Words, now: () => number = () => performance.now()): Lasting {
  let began: number | null = null
  let saidAt = 0
  let times = 0
  const extent = () => ({ times, seconds: Math.round((now() - (began ?? now())) / 1000) })
  return {
    holds(fields) {
      if ('err' in fields && isSaidElsewhere(log, fields['err'])) return
      times += 1
      if (began !== null && now() - saidAt < EVERY_MS) return
      if (began === null) log.warn(fields, words.begins)
      else log.warn({ ...fields, ...extent() }, words.lasts)
      began ??= now()
      saidAt = now()
    },
    ends() {
      if (began === null) return
      log.info(extent(), words.ends)
      began = null
      times = 0
    },
  }
}
