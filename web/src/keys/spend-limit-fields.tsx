import { useTranslation } from 'react-i18next'
import type { SpendPeriod } from '../generated/graphql.ts'
import { Field } from '../parts/field.tsx'
import styles from './key-form.module.css'
import { limitOf, PERIODS, type TypedLimit } from './spend-limit.ts'

interface SpendLimitFieldsProps {
  readonly typed: TypedLimit
  readonly errors: readonly string[] | undefined
  readonly onChange: (typed: TypedLimit) => void
}

/** The period of a spend limit, and its amount if there is one. */
export function SpendLimitFields({ typed, errors, onChange }: SpendLimitFieldsProps) {
  const { t } = useTranslation()
  const isWrong = typed.amount !== '' && limitOf(typed) === undefined
  return (
    <div className={styles.pair}>
      <Field label={t('keys.limit')} errors={typed.period ? undefined : errors}>
        {(control) => (
          <select
            {...control}
            value={typed.period ?? ''}
            onChange={({ target }) => onChange({ ...typed, period: (target.value || null) as SpendPeriod | null })}
          >
            <option value="">{t('keys.noLimit')}</option>
            {PERIODS.map((each) => (
              <option key={each} value={each}>
                {t(`keys.periods.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {typed.period ? (
        <Field label={t('keys.limitAmount')} errors={isWrong ? [t('wanted.amount')] : errors}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              placeholder="10.00"
              value={typed.amount}
              onChange={({ target }) => onChange({ ...typed, amount: target.value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  )
}
