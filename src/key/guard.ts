import { DomainError } from '../errors.ts'
import type { Verifier } from './verify.ts'

/** Sockets and streams of a revoked key must end within 5 s (docs/decisions/push.md#streams-end-with-their-key). */
const CHECK_MS = 2000

/** Called when a key or read token is no longer valid; with null when this process stops. */
type OnLapse = (refusal: DomainError | null) => void

/** Watches the keys of open sockets and streams (docs/rules/push.md#ends-of-connections). */
export interface KeyGuard {
  /** @returns a function to call once it is closed */
  hold(authorization: string, onLapse: OnLapse): () => void
  /** Ends everything that is open, and everything that opens later at once. */
  close(): void
}

/** Checks each key every two seconds, however many sockets and streams it has open. */
export function createKeyGuard(verifier: Verifier): KeyGuard {
  const held = new Map<string, Set<OnLapse>>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const check = async ([authorization, holders]: [string, ReadonlySet<OnLapse>]) => {
    try {
      await verifier.verify(authorization)
    } catch (error) {
      // An unreachable database gives no information about a key.
      if (error instanceof DomainError) for (const onLapse of [...holders]) onLapse(error)
    }
  }

  const start = () => {
    timer ??= setInterval(() => void Promise.all([...held].map(check)), CHECK_MS).unref()
  }

  const stop = () => {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    hold(authorization, onLapse) {
      if (closed) {
        onLapse(null)
        return () => {}
      }
      const holders = held.get(authorization) ?? new Set()
      held.set(authorization, holders.add(onLapse))
      start()
      return () => {
        holders.delete(onLapse)
        if (holders.size === 0 && held.get(authorization) === holders) held.delete(authorization)
        if (held.size === 0) stop()
      }
    },
    close() {
      closed = true
      stop()
      for (const holders of [...held.values()]) for (const onLapse of [...holders]) onLapse(null)
    },
  }
}
