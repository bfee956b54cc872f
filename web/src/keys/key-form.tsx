import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { useSession } from '../api/session.ts'
import { uniqueKey } from '../api/unique.ts'
import { CreateKeyDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { failureOf } from '../parts/refusal.ts'
import styles from './key-form.module.css'
import { usualOf } from './scopes.ts'

export function KeyForm({ onMade }: { readonly onMade: (key: string) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  // It can grant only its own scopes.
  const { keyScopes } = useSession().account
  const [scopes, setScopes] = useState(() => usualOf(keyScopes))
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, create] = useMutation(CreateKeyDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = { name: name.trim(), scopes: [...scopes], idempotencyKey: uniqueKey() }
    const { data, error } = await create({ input })
    setProblem(failureOf(t, error, data?.apiKeyCreate?.userErrors))
    if (!data?.apiKeyCreate?.key) return
    setName('')
    onMade(data.apiKeyCreate.key)
  }

  return (
    <form className={styles.form} aria-label={t('keys.create')} onSubmit={submit}>
      <Field label={t('keys.name')} errors={problem ? [problem] : undefined}>
        {(control) => (
          <input {...control} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <fieldset className={styles.scopes}>
        <legend className="unseen">{t('keys.scopes')}</legend>
        {keyScopes.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(keyScopes.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
              }
            />
            {t(`scopes.${scope}`)}
          </label>
        ))}
      </fieldset>
      <Button type="submit" look="primary" disabled={fetching || name.trim() === '' || scopes.length === 0}>
        {t('keys.create')}
      </Button>
    </form>
  )
}
