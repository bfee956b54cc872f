import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ended } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { LanguageChoice } from '../shell/language-choice.tsx'
import { Wordmark } from '../shell/wordmark.tsx'
import styles from './sign-in.module.css'

/** Why a key was refused. */
export type Refusal = 'key' | 'network'

interface SignInProps {
  readonly ended: Ended | null
  readonly open: (key: string, keep: boolean) => Promise<Refusal | null>
}

export function SignIn({ ended, open }: SignInProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [keep, setKeep] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(await open(key.trim(), keep))
    setBusy(false)
  }

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <Wordmark />
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        {ended === 'revoked' ? (
          <p role="alert" className={styles.ended}>
            {t('signIn.revoked')}
          </p>
        ) : null}
        <Field
          label={t('signIn.key')}
          hint={t('signIn.keyHint')}
          errors={refusal ? [t(`signIn.refused.${refusal}`)] : undefined}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder="vgk_…"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <label className={styles.keep}>
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          {t('signIn.keep')}
        </label>
        <Button look="primary" type="submit" disabled={key.trim() === '' || isBusy}>
          {isBusy ? t('signIn.busy') : t('signIn.open')}
        </Button>
        <LanguageChoice />
      </form>
    </main>
  )
}
