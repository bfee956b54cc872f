import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Client, useClient } from 'urql'
import { useWhenBack } from '../api/use-when-back.ts'
import { ChargesDocument, type EntryFragment, type LedgerEntryKind } from '../generated/graphql.ts'
import { useNow } from '../parts/now.ts'
import { type Charge, type Day, dayBefore, spendByDay } from './spend.ts'

/** Kinds of entries that charge money; frozen amounts are not spent yet. */
const KINDS: readonly LedgerEntryKind[] = ['SETTLE', 'PROMPT_OPTIMIZE']

const DAYS = 30

/** Pages of each kind: five hundred charges. With more charges fewer days are shown, each of them complete. */
const PAGES = 5

interface Spend {
  readonly charges: ReadonlyMap<string, Charge>
  /** All charges since then are known. */
  readonly from: number
}

/** Spending per day, and the charges of these days. */
export interface Spending {
  readonly days: readonly Day[]
  readonly charges: readonly Charge[]
}

/**
 * Spending per day, for the last thirty days or as many of them as five pages of the ledger cover.
 * @param newest the last entry that was pushed: a charge is the reason to look again
 * @returns null until it is known
 */
export function useSpend(newest: EntryFragment | null | undefined): Spending | null {
  const client = useClient()
  const [spend, setSpend] = useState<Spend | null>(null)

  const look = useCallback(
    async (kinds: readonly LedgerEntryKind[], pages: number) => {
      const since = dayBefore(Date.now(), DAYS - 1)
      const read = await Promise.all(kinds.map((kind) => chargesSince(client, kind, since, pages)))
      // A failed read is not a day without spending.
      const found = read.filter((each) => each !== null)
      if (found.length < kinds.length) return
      setSpend((known) => {
        // A page has no information about earlier entries.
        if (!known && pages < PAGES) return known
        const charges = new Map([...(known?.charges ?? []), ...found.flatMap((each) => each.charges)])
        return { charges, from: known?.from ?? Math.max(...found.map(({ from }) => from)) }
      })
    },
    [client],
  )

  useEffect(() => void look(KINDS, PAGES), [look])
  useWhenBack(() => void look(KINDS, PAGES))
  const kind = KINDS.find((each) => each === newest?.kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each charge by its id, whose kind may be the one before's
  useEffect(() => {
    if (kind) void look([kind], 1)
  }, [look, kind, newest?.id])

  const today = dayBefore(useNow(), 0)
  return useMemo(() => {
    if (!spend) return null
    const charges = [...spend.charges.values()].filter(({ createdAt }) => Date.parse(createdAt) >= spend.from)
    return { days: spendByDay(charges, spend.from, today), charges }
  }, [spend, today])
}

async function chargesSince(
  client: Client,
  kind: LedgerEntryKind,
  since: number,
  pages: number,
): Promise<{ charges: (readonly [string, Charge])[]; from: number } | null> {
  const charges: (readonly [string, Charge])[] = []
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(client, kind, after)
    if (!answer) return null
    charges.push(...answer.nodes.map((charge) => [charge.id, charge] as const))
    after = answer.pageInfo.endCursor
    const oldest = answer.nodes.at(-1)
    if (!answer.pageInfo.hasNextPage || !oldest || Date.parse(oldest.createdAt) < since) return { charges, from: since }
  }
  const [, oldest] = charges.at(-1) ?? []
  // The day of the oldest entry is incomplete.
  return { charges, from: oldest ? dayBefore(Date.parse(oldest.createdAt), -1) : since }
}

async function ask(client: Client, kind: LedgerEntryKind, after: string | null) {
  const { data } = await client.query(ChargesDocument, { kind, after }, { requestPolicy: 'network-only' }).toPromise()
  return data?.credits.entries
}
