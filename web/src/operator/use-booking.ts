import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { uniqueKey } from '../api/unique.ts'
import { type FieldErrors, useFieldErrors } from '../parts/field-errors.ts'
import { AdjustDocument, type BookedFragment, type RefusalFragment, TopUpDocument } from './generated/graphql.ts'

/** An entry as it is typed. */
export interface TypedEntry {
  readonly kind: 'topUp' | 'adjust'
  readonly amount: string
  readonly note: string
  /** Empty: the page makes a key. */
  readonly payment: string
}

export interface Booking {
  readonly book: (accountId: string, entry: TypedEntry) => Promise<boolean>
  readonly booked: BookedFragment | null
  readonly errors: FieldErrors
  readonly isBusy: boolean
}

const FIELDS = ['amount', 'note', 'idempotencyKey'] as const

/**
 * Books top-ups and corrections. The page's own key stays the same until an answer arrives, so that a second click, or a try after
 * a lost answer, books nothing twice.
 */
export function useBooking(): Booking {
  const { t } = useTranslation()
  const [topping, topUp] = useMutation(TopUpDocument)
  const [adjusting, adjust] = useMutation(AdjustDocument)
  const [booked, setBooked] = useState<BookedFragment | null>(null)
  const [errors, refuse] = useFieldErrors(FIELDS)
  const own = useRef(uniqueKey())

  /** Refusals as the operator reads them, at their fields. */
  const placed = (refusal: RefusalFragment) => {
    const path = ['input', 'idempotencyKey']
    if (refusal.code === 'invalid_idempotency_key') return { ...refusal, path }
    if (refusal.code === 'idempotency_key_reused') return { code: '', message: t('operator.credit.reused'), path }
    if (refusal.code !== 'insufficient_balance') return refusal
    return { code: '', message: t('operator.credit.short'), path: ['input', 'amount'] }
  }

  const book = async (id: string, { kind, amount, note, payment }: TypedEntry) => {
    const idempotencyKey = payment.trim() || own.current
    const entry = { id, amount: amount.trim(), note: note.trim(), idempotencyKey }
    const { data, error } =
      kind === 'topUp'
        ? await topUp({ input: { ...entry, note: entry.note || null } }).then(({ data, error }) => ({
            data: data?.accountTopUp,
            error,
          }))
        : await adjust({ input: entry }).then(({ data, error }) => ({ data: data?.accountAdjust, error }))
    if (data) own.current = uniqueKey()
    refuse(error, data?.userErrors.map(placed))
    setBooked(data?.entry ?? null)
    return Boolean(data?.entry)
  }
  return { book, booked, errors, isBusy: topping.fetching || adjusting.fetching }
}
