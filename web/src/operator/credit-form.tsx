import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/choice.tsx'
import { Field } from '../parts/field.tsx'
import { signedYuan, yuan } from '../parts/money.ts'
import styles from './accounts.module.css'
import section from './section.module.css'
import { type TypedEntry, useBooking } from './use-booking.ts'

const EMPTY: TypedEntry = { kind: 'topUp', amount: '', note: '', payment: '' }

const AMOUNTS = { topUp: /^\d{1,12}(\.\d{1,6})?$/, adjust: /^[+-]\d{1,12}(\.\d{1,6})?$/ } as const

interface CreditFormProps {
  readonly accountId: string
  readonly onBooked: () => void
}

export function CreditForm({ accountId, onBooked }: CreditFormProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState(EMPTY)
  const { book, booked, errors, isBusy } = useBooking()
  const { kind, amount, note, payment } = typed
  const set = (part: Partial<TypedEntry>) => setTyped({ ...typed, ...part })
  const isAmount = AMOUNTS[kind].test(amount.trim())
  const isReady = isAmount && (kind === 'topUp' || note.trim() !== '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy || !(await book(accountId, typed))) return
    setTyped({ ...EMPTY, kind })
    onBooked()
  }

  const kinds = [
    ['topUp', t('operator.credit.topUp')],
    ['adjust', t('operator.credit.adjust')],
  ] as const
  const amountErrors = amount !== '' && !isAmount ? [t(`operator.credit.wrong.${kind}`)] : errors.at('amount')
  const noteHint = t(kind === 'topUp' ? 'operator.credit.topUpHint' : 'operator.credit.noteHint')
  return (
    <form className={section.box} onSubmit={submit}>
      <Choice
        label={t('operator.credit.kind')}
        value={kind}
        options={kinds}
        onChange={(each) => set({ kind: each, amount: '' })}
      />
      <Field label={t(kind === 'topUp' ? 'operator.credit.amount' : 'operator.credit.signed')} errors={amountErrors}>
        {(control) => (
          <input
            {...control}
            inputMode={kind === 'topUp' ? 'decimal' : 'text'}
            autoComplete="off"
            value={amount}
            onChange={({ target }) => set({ amount: target.value })}
          />
        )}
      </Field>
      <Field label={t('operator.credit.note')} errors={errors.at('note')} hint={noteHint}>
        {(control) => (
          <input {...control} autoComplete="off" value={note} onChange={({ target }) => set({ note: target.value })} />
        )}
      </Field>
      <Field
        label={t('operator.credit.payment')}
        errors={errors.at('idempotencyKey')}
        hint={t('operator.credit.paymentHint')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            value={payment}
            onChange={({ target }) => set({ payment: target.value })}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="primary" disabled={isBusy || !isReady}>
          {t('operator.credit.book')}
        </Button>
      </div>
      <p role="status">
        {booked
          ? t(booked.isRepeat ? 'operator.credit.repeated' : 'operator.credit.booked', {
              amount: signedYuan(booked.amount),
              balance: yuan(booked.balanceAfter),
              date: new Date(booked.createdAt).toLocaleString(i18n.language),
            })
          : null}
      </p>
      {errors.rest ? (
        <p role="alert" className={styles.problem}>
          {errors.rest}
        </p>
      ) : null}
    </form>
  )
}
