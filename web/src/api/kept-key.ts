const KEPT = 'vidgate.key'

/** A key lives in memory; in the tab's session storage only where that was asked for. */
export function keepKey(key: string): void {
  sessionStorage.setItem(KEPT, key)
}

export function keptKey(): string | null {
  return sessionStorage.getItem(KEPT)
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEPT)
}
