import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Replaces a function of `node:fs/promises` for this process, also for imports by name.
 * @returns a function that restores it
 */
export function pretend<Name extends 'lstat' | 'rename'>(
  name: Name,
  instead: (real: (typeof fs)[Name]) => (typeof fs)[Name],
): () => void {
  const real = fs[name]
  const set = (value: (typeof fs)[Name]) => {
    fs[name] = value
    syncBuiltinESMExports()
  }
  set(instead(real))
  return () => set(real)
}
