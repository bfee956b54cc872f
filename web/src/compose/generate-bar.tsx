import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../credits/balance.tsx'
import { Button } from '../parts/button.tsx'
import { yuan } from '../parts/money.ts'
import { failureOf } from '../parts/refusal.ts'
import type { Cost } from './cost.ts'
import type { Draft } from './draft.ts'
import { FailureFacts } from './failure-facts.tsx'
import styles from './generate-bar.module.css'
import type { Create } from './use-create.ts'
import type { LiveQuote } from './use-quote.ts'

interface GenerateBarProps {
  readonly draft: Draft
  readonly live: LiveQuote
  readonly cost: Cost
  readonly creating: Create
  /** Whether the key may create videos. */
  readonly mayCreate: boolean
  readonly canCreate: boolean
  readonly isSending: boolean
  /** Whether there is a problem that a quote cannot find. */
  readonly isBroken: boolean
}

/** The button with the price, and one line that says why it is disabled. */
export function GenerateBar({
  draft,
  live: { quote, error, isCurrent, ask },
  cost,
  creating,
  mayCreate,
  canCreate,
  isSending,
  isBroken,
}: GenerateBarProps) {
  const { t } = useTranslation()
  const id = useId()
  const balance = useBalance()
  const price = quote?.price

  const why = () => {
    if (!mayCreate) return t('compose.why.scope')
    if (creating.problem) return creating.problem.text
    if (error) return failureOf(t, error, [])
    if (isSending) return t('compose.why.sending')
    if (isBroken || (quote && !quote.valid)) return t('compose.why.errors')
    if (draft.prompt.trim() === '') return t('compose.why.prompt')
    if (price && !cost.isCovered) {
      return t('compose.why.balance', { available: balance ? yuan(balance.availableMicro) : '…' })
    }
    if (cost.takes !== null) return t('compose.covers', { count: cost.takes, n: draft.n })
    if (draft.n > 1 && price) return t('compose.each', { price: yuan(price.amountMicro) })
    return balance ? `${t('credits.available')} ${yuan(balance.availableMicro)}` : ''
  }
  const note = why()
  const failure = creating.problem ? creating.problem.error : error
  const isBad =
    creating.problem !== null ||
    error !== undefined ||
    isBroken ||
    (quote !== null && (!quote.valid || !cost.isCovered))

  return (
    <div className={styles.bar}>
      <p id={id} className={styles.note} data-bad={isBad} role={creating.problem ? 'alert' : undefined}>
        {note}
        {failure ? <FailureFacts error={failure} onOver={creating.problem ? creating.clear : ask} /> : null}
      </p>
      <Button look="primary" type="submit" disabled={!canCreate || creating.isBusy} aria-describedby={id}>
        {creating.isBusy ? t('compose.creating') : t('compose.generate')}
        {price ? (
          <span className={styles.price} data-stale={!isCurrent}>
            {price.total}
          </span>
        ) : null}
      </Button>
    </div>
  )
}
