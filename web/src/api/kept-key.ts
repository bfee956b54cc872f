const KEPT = 'vidgate.key'

/** A key is kept in memory, and in the tab's session storage only if the user chose that. */
export function keepKey(key: string): void {
  sessionStorage.setItem(KEPT, key)
}

export function keptKey(): string | null {
  return sessionStorage.getItem(KEPT)
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEPT)
}

/** Removes everything that the tab keeps for its reader. */
export function forgetTab(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('vidgate.')) sessionStorage.removeItem(name)
}
