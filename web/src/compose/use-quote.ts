import { useEffect, useMemo, useState } from 'react'
import { type CombinedError, useQuery } from 'urql'
import { useWhenBack } from '../api/use-when-back.ts'
import { QuoteDocument, type QuoteQuery, type TaskCreateInput } from '../generated/graphql.ts'
import type { Item } from './item.ts'

export type Quote = QuoteQuery['taskQuote']

/** Delay while the user types, so that there is one quote per pause and not per letter. */
const PAUSE_MS = 250

/** Placeholder for an empty prompt, so that there is a price from the start. */
const ANY_PROMPT = '…'

export interface LiveQuote {
  readonly quote: Quote | null
  /** Whether it is the quote of the current request. */
  readonly isCurrent: boolean
  /** Why there is none. */
  readonly error: CombinedError | undefined
  readonly ask: () => void
}

/** Price and problems of the request, fetched again whenever it changes. */
export function useQuote(input: TaskCreateInput): LiveQuote {
  const written = JSON.stringify(input.prompt.trim() === '' ? { ...input, prompt: ANY_PROMPT } : input)
  const settled = useSettled(written)
  const variables = useMemo(() => ({ input: JSON.parse(settled) as TaskCreateInput }), [settled])
  const [{ data, error, fetching, stale }, ask] = useQuery({
    query: QuoteDocument,
    variables,
    requestPolicy: 'network-only',
  })
  useWhenBack(() => ask())
  return {
    quote: data?.taskQuote ?? null,
    isCurrent: written === settled && !fetching && !stale,
    error,
    ask: () => ask({ requestPolicy: 'network-only' }),
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The problems of each field of a create, by its name. */
export function errorsByField(quote: Quote | null): ReadonlyMap<string, Quote['errors']> {
  return Map.groupBy(quote?.errors ?? [], ({ path }) => path?.[1] ?? '')
}

/** The problem of a piece of material: a frame by its field, a reference by its index among those sent. */
export function errorOfItem(
  errors: ReturnType<typeof errorsByField>,
  items: readonly Item[],
  item: Item,
): Quote['errors'][number] | undefined {
  if (item.purpose !== 'REFERENCE') return errors.get(item.purpose === 'INPUT_IMAGE' ? 'inputImage' : 'endImage')?.[0]
  const place = items.filter(({ purpose, file }) => purpose === 'REFERENCE' && file).indexOf(item)
  return errors.get('references')?.find(({ path }) => path?.[2] === String(place))
}
