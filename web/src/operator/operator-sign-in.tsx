import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Client, createClient, fetchExchange } from 'urql'
import { BASE } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { Wordmark } from '../shell/wordmark.tsx'
import styles from '../sign-in/sign-in.module.css'
import { FleetDocument } from './generated/graphql.ts'

/** Requests to the operator's API, with the operator's key. */
export interface Operator {
  readonly key: string
  readonly client: Client
}

/** Checks the operator's key by a request to the operator's API. */
export function OperatorSignIn({ onOpened }: { readonly onOpened: (operator: Operator) => void }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const client = createClient({
      url: `${BASE}/admin/graphql`,
      preferGetMethod: false,
      requestPolicy: 'network-only',
      fetchOptions: { headers: { Authorization: `Bearer ${key.trim()}` }, credentials: 'omit' },
      exchanges: [fetchExchange],
    })
    const { error } = await client.query(FleetDocument, {}).toPromise()
    setBusy(false)
    if (!error) onOpened({ key: key.trim(), client })
    else if (error.response?.status === 404) setProblem(t('operator.off'))
    else setProblem(error.networkError && !error.response ? t('signIn.refused.network') : t('operator.refused'))
  }

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <Wordmark />
        <h1 className={styles.title}>{t('operator.fleet.title')}</h1>
        <Field label={t('operator.key')} hint={t('signIn.keyHint')} errors={problem ? [problem] : undefined}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder="vgo_…"
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
        <Button look="primary" type="submit" disabled={key.trim() === '' || isBusy}>
          {isBusy ? t('signIn.busy') : t('signIn.open')}
        </Button>
        <PageLink href="/">{t('nav./')}</PageLink>
      </form>
    </main>
  )
}
