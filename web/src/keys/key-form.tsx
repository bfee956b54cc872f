import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { useSession } from '../api/session.ts'
import { uniqueKey } from '../api/unique.ts'
import { type ApiKeyScope, CreateKeyDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { useFieldErrors } from '../parts/field-errors.ts'
import styles from './key-form.module.css'
import { usualOf } from './scopes.ts'
import { limitOf, NO_LIMIT } from './spend-limit.ts'
import { SpendLimitFields } from './spend-limit-fields.tsx'

/** A key as its creation shows it. */
export interface MadeKey {
  readonly id: string
  readonly secret: string
}

const FIELDS = ['name', 'scopes', 'expiresAt', 'spendLimit'] as const

export function KeyForm({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  // It can grant only its own scopes.
  const { keyScopes } = useSession().account
  const [scopes, setScopes] = useState(() => usualOf(keyScopes))
  const [expires, setExpires] = useState('')
  const [limit, setLimit] = useState(NO_LIMIT)
  const [errors, refuse] = useFieldErrors(FIELDS)
  const [{ fetching }, create] = useMutation(CreateKeyDocument)
  const spendLimit = limitOf(limit)
  const isReady = name.trim() !== '' && scopes.length > 0 && spendLimit !== undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const idempotencyKey = uniqueKey()
    const expiresAt = expires ? endOf(expires) : null
    const { data, error } = await create({
      input: { name: name.trim(), scopes: [...scopes], expiresAt, spendLimit, idempotencyKey },
    })
    const { key, apiKey, userErrors } = data?.apiKeyCreate ?? {}
    refuse(error, userErrors)
    if (!key || !apiKey) return
    setName('')
    setExpires('')
    setLimit(NO_LIMIT)
    onMade({ id: apiKey.id, secret: key })
  }

  return (
    <form className={styles.form} aria-label={t('keys.create')} onSubmit={submit}>
      <div className={styles.pair}>
        <Field label={t('keys.name')} errors={errors.at('name')}>
          {(control) => (
            <input {...control} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label={t('keys.expires')} errors={errors.at('expiresAt')} hint={t('keys.expiresHint')}>
          {(control) => (
            <input {...control} type="date" value={expires} onChange={({ target }) => setExpires(target.value)} />
          )}
        </Field>
      </div>
      <Scopes offered={keyScopes} chosen={scopes} onChange={setScopes} />
      <SpendLimitFields typed={limit} errors={errors.at('spendLimit')} onChange={setLimit} />
      {(errors.rest ?? errors.at('scopes')?.[0]) ? (
        <p role="alert" className={styles.problem}>
          {errors.rest ?? errors.at('scopes')?.[0]}
        </p>
      ) : null}
      <Button type="submit" look="primary" disabled={fetching || !isReady}>
        {t('keys.create')}
      </Button>
    </form>
  )
}

interface ScopesProps {
  readonly offered: readonly ApiKeyScope[]
  readonly chosen: readonly ApiKeyScope[]
  readonly onChange: (chosen: readonly ApiKeyScope[]) => void
}

function Scopes({ offered, chosen, onChange }: ScopesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.scopes}>
      <legend className="unseen">{t('keys.scopes')}</legend>
      {offered.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(offered.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
            }
          />
          {t(`scopes.${scope}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The end of a day in the reader's time zone. @param day such as 2027-11-27 */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
