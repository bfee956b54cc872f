import type { ChargesQuery } from '../generated/graphql.ts'

export type Charge = ChargesQuery['credits']['entries']['nodes'][number]

export interface Day {
  /** Its start in the reader's time zone, in milliseconds. */
  readonly start: number
  readonly micro: bigint
}

/** The start of a day, some days before another. */
export function dayBefore(moment: number, days: number): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime()
}

/**
 * Spending per day up to today, including days without spending.
 * @param from a time in the first day
 */
export function spendByDay(charges: Iterable<Charge>, from: number, now: number): readonly Day[] {
  const sums = new Map<number, bigint>()
  for (const { createdAt, amountMicro } of charges) {
    const start = dayBefore(Date.parse(createdAt), 0)
    sums.set(start, (sums.get(start) ?? 0n) - BigInt(amountMicro))
  }
  const days: Day[] = []
  const first = dayBefore(from, 0)
  for (let back = 0, start = dayBefore(now, 0); start >= first; start = dayBefore(now, ++back)) {
    days.unshift({ start, micro: sums.get(start) ?? 0n })
  }
  return days
}

/** A part of the spending: of a service, or of a key. */
export interface Share {
  readonly id: string
  readonly micro: bigint
}

/** Spending by what a charge belongs to, the largest part first. */
export function spendBy(charges: Iterable<Charge>, idOf: (charge: Charge) => string): readonly Share[] {
  const sums = new Map<string, bigint>()
  for (const charge of charges) {
    const id = idOf(charge)
    sums.set(id, (sums.get(id) ?? 0n) - BigInt(charge.amountMicro))
  }
  const shares = [...sums].map(([id, micro]) => ({ id, micro })).filter(({ micro }) => micro !== 0n)
  return shares.sort((a, b) => (a.micro < b.micro ? 1 : a.micro > b.micro ? -1 : a.id < b.id ? -1 : 1))
}
