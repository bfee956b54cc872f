import type { useBalance } from '../credits/balance.tsx'
import type { Quote } from './use-quote.ts'

export interface Cost {
  /** Whether the balance covers the request, or one of several takes: the gateway makes those that it covers. */
  readonly isCovered: boolean
  /** Takes that the balance covers; null if it is all of them, or not known. */
  readonly takes: number | null
}

/** The price against the balance as it is pushed, which may have fallen since the quote. */
export function costOf(quote: Quote | null, balance: ReturnType<typeof useBalance>): Cost {
  if (!quote?.price) return { isCovered: false, takes: null }
  const [total, each] = [BigInt(quote.price.totalMicro), BigInt(quote.price.amountMicro)]
  if (!balance) return { isCovered: quote.affordable || total > each, takes: null }
  const available = BigInt(balance.availableMicro)
  if (available >= total || each === 0n) return { isCovered: true, takes: null }
  const takes = available > 0n ? Number(available / each) : 0
  return { isCovered: takes > 0, takes }
}
