import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import type { AccountFormProps } from './account-form.ts'
import styles from './accounts.module.css'
import { SetLimitsDocument } from './generated/graphql.ts'
import section from './section.module.css'
import { useAccountChange } from './use-account-change.ts'

const LIMITS = ['concurrency', 'creates', 'calls', 'factor', 'keys', 'uploads'] as const
type Limit = (typeof LIMITS)[number]
/** The gateway's bound. */
const MOST = 1_000_000_000

function isLimit(typed: string): boolean {
  return /^[1-9]\d{0,9}$/.test(typed) && Number(typed) <= MOST
}

export function LimitsForm({ account, onChanged }: AccountFormProps) {
  const { t } = useTranslation()
  const { limits: now } = account
  const inForce = Object.fromEntries(LIMITS.map((each) => [each, String(now[each])])) as Record<Limit, string>
  const [typed, setTyped] = useState(inForce)
  const [isSaved, setSaved] = useState(false)
  const { send, problem, isBusy } = useAccountChange(SetLimitsDocument, onChanged)
  const isChanged = LIMITS.some((each) => typed[each] !== inForce[each])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const changed = LIMITS.filter((each) => typed[each] !== inForce[each])
    const limits = Object.fromEntries(changed.map((each) => [each, Number(typed[each])]))
    setSaved(await send({ id: account.id, ...limits }))
  }

  return (
    <section className={section.section} aria-label={t('operator.limits.title')}>
      <h2>{t('operator.limits.title')}</h2>
      <form className={section.box} onSubmit={submit}>
        {LIMITS.map((each) => (
          <Field
            key={each}
            label={t(`operator.limits.${each}`)}
            errors={isLimit(typed[each]) ? undefined : [t('operator.limits.wrong')]}
          >
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed[each]}
                onChange={({ target }) => {
                  setTyped({ ...typed, [each]: target.value.trim() })
                  setSaved(false)
                }}
              />
            )}
          </Field>
        ))}
        <div className={styles.row}>
          <Button
            type="submit"
            look="primary"
            disabled={isBusy || !isChanged || !LIMITS.every((each) => isLimit(typed[each]))}
          >
            {t('operator.limits.save')}
          </Button>
          <span role="status">{isSaved ? t('operator.limits.saved') : null}</span>
        </div>
        {problem ? (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        ) : null}
      </form>
    </section>
  )
}
