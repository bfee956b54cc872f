/** A queue that serves accounts in turn, as tasks are (`queue/rank.ts`). Items of one account stay in order. */
export interface Turns<T> {
  readonly size: number
  /** @returns the limit that refuses it, the account's or the common one; null if it was added */
  add(accountId: string, item: T): 'own' | 'all' | null
  /** The next item of an account for which `mayHave` is true. */
  next(mayHave?: (accountId: string) => boolean): T | undefined
}

/** Limits of one account and of all. An account without items may always add one. */
export interface TurnsMax {
  readonly own: number
  readonly all: number
}

export function createTurns<T>(max: TurnsMax): Turns<T> {
  // In the order of the turns.
  const waiting = new Map<string, T[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(accountId, item) {
      const own = waiting.get(accountId)
      if (own && own.length >= max.own) return 'own'
      if (own && size >= max.all) return 'all'
      if (own) own.push(item)
      else waiting.set(accountId, [item])
      size++
      return null
    },
    next(mayHave = () => true) {
      for (const [accountId, items] of waiting) {
        if (!mayHave(accountId)) continue
        const item = items.shift()
        waiting.delete(accountId)
        if (items.length > 0) waiting.set(accountId, items)
        size--
        return item
      }
      return undefined
    },
  }
}
