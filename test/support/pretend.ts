import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Puts another function in the place of one of `node:fs/promises`, for this process, also where it was imported by name.
 * @returns puts it back
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
