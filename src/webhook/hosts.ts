import * as limits from '../limits.ts'

/**
 * The tries that a process has claimed, by host: so few under way of each that one that hangs holds up no other
 * (docs/rules/webhooks.md#slow-receivers), and of one that answers some more, so that the next is there when there is
 * room.
 */
export interface Hosts {
  /** How many more may be claimed in all. */
  free(): number
  /** How many more of each host that is known; of any other WEBHOOK_PER_HOST. */
  held(): Record<string, number>
  /**
   * Makes a claimed try as soon as its host has room; one that its lease would not cover is left to be claimed again.
   * @param run settles with whether nothing came; never rejects
   */
  add(name: string, run: () => Promise<boolean>): void
  /** Begins no more, and settles once those under way are over. */
  close(): Promise<void>
}

interface Host {
  claimed: number
  readonly running: Set<Promise<void>>
  waiting: { readonly run: () => Promise<boolean>; readonly until: number }[]
}

/** So long a claimed try may wait; as much again is left to write what became of it. */
const PATIENCE_MS = (limits.WEBHOOK_LEASE_MS - limits.WEBHOOK_TIMEOUT_MS) / 2

/** @param freed is called whenever more may be claimed */
export function createHosts(freed: () => void): Hosts {
  const hosts = new Map<string, Host>()
  /** Of those that were tried lately, whether they answered. */
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
