import * as limits from '../limits.ts'

/**
 * The claimed tries of a process, by host. Few run at once for each host, so that a hanging host does not delay others
 * (docs/rules/webhooks.md#slow-receivers). Hosts that answer have some more claimed, so that the next try can start at once.
 */
export interface Hosts {
  /** How many more tries may be claimed in total. */
  free(): number
  /** How many more for each known host; for others WEBHOOK_PER_HOST. */
  held(): Record<string, number>
  /**
   * Runs a claimed try as soon as its host has room. A try that its lease would not cover is left for another claim.
   * @param run settles with whether there was no answer; never rejects
   */
  add(name: string, run: () => Promise<boolean>): void
  /** Starts no more tries, and settles once the running ones are over. */
  close(): Promise<void>
}

interface Host {
  claimed: number
  readonly running: Set<Promise<void>>
  waiting: { readonly run: () => Promise<boolean>; readonly until: number }[]
}

/** How long a claimed try may wait; the same time remains to store its result. */
const PATIENCE_MS = (limits.WEBHOOK_LEASE_MS - limits.WEBHOOK_TIMEOUT_MS) / 2

/** @param freed called whenever more may be claimed */
export function createHosts(freed: () => void): Hosts {
  const hosts = new Map<string, Host>()
  /** Whether recently tried hosts answered. */
  const known = new Map<string, boolean>()
  let claimed = 0

  const claimsOf = (name: string) => {
    const answers = known.get(name)
    if (answers === undefined) return limits.WEBHOOK_PER_HOST
    return answers ? limits.WEBHOOK_CLAIMS_MAX.host : 1
  }
  const leave = (name: string, host: Host) => {
    claimed -= 1
    host.claimed -= 1
    if (host.claimed === 0) hosts.delete(name)
    freed()
  }
  const note = (name: string, answers: boolean) => {
    known.delete(name)
    known.set(name, answers)
    const [oldest] = known.keys()
    if (known.size > limits.WEBHOOK_KNOWN_HOSTS && oldest !== undefined) known.delete(oldest)
  }
  const begin = (name: string, host: Host) => {
    while (host.running.size < Math.min(claimsOf(name), limits.WEBHOOK_PER_HOST)) {
      const next = host.waiting.shift()
      if (!next) return
      if (performance.now() > next.until) {
        leave(name, host)
        continue
      }
      const run: Promise<void> = next.run().then((hung) => {
        host.running.delete(run)
        note(name, !hung)
        begin(name, host)
        leave(name, host)
      })
      host.running.add(run)
    }
  }

  return {
    free: () => limits.WEBHOOK_CLAIMS_MAX.all - claimed,
    held() {
      const held: Record<string, number> = {}
      for (const name of new Set([...known.keys(), ...hosts.keys()])) {
        held[name] = Math.max(0, claimsOf(name) - (hosts.get(name)?.claimed ?? 0))
      }
      return held
    },
    add(name, run) {
      const host = hosts.get(name) ?? { claimed: 0, running: new Set(), waiting: [] }
      hosts.set(name, host)
      claimed += 1
      host.claimed += 1
      host.waiting.push({ run, until: performance.now() + PATIENCE_MS })
      begin(name, host)
    },
    async close() {
      for (const host of hosts.values()) host.waiting = []
      await Promise.all([...hosts.values()].flatMap(({ running }) => [...running]))
    },
  }
}
