/** Limits how many streams a key may have open at once in this process. */
export interface Slots {
  /** @returns a function to call once it is closed; null if the key is at its limit */
  take(keyId: string): (() => void) | null
}

export function createSlots(max: number): Slots {
  const taken = new Map<string, number>()
  return {
    take(keyId) {
      const open = (taken.get(keyId) ?? 0) + 1
      if (open > max) return null
      taken.set(keyId, open)
      return () => {
        const left = (taken.get(keyId) ?? 1) - 1
        if (left > 0) taken.set(keyId, left)
        else taken.delete(keyId)
      }
    },
  }
}
