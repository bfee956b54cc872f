import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation, useQuery } from 'urql'
import { RotateSecretDocument, WebhookSecretDocument } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { failureOf } from '../parts/refusal.ts'
import styles from './secret-panel.module.css'

/** The signing secret, out of sight until somebody asks. */
export function SecretPanel() {
  const { t } = useTranslation()
  const [{ data, error }] = useQuery({ query: WebhookSecretDocument })
  const [{ fetching }, rotate] = useMutation(RotateSecretDocument)
  const [isShown, setShown] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const secret = data?.webhookSecret

  const renew = async () => {
    if (!confirm(t('webhooks.confirmRotate'))) return
    const { data: answer, error: failure } = await rotate({})
    setProblem(failureOf(t, failure, answer?.webhookSecretRotate?.userErrors))
  }

  return (
    <section className={styles.panel} aria-label={t('webhooks.secret')}>
      <h2>{t('webhooks.secret')}</h2>
      {error ? <p className={styles.problem}>{failureOf(t, error, [])}</p> : null}
      {secret ? (
        <>
          <code>{isShown ? secret.secret : '•'.repeat(24)}</code>
          {secret.previousExpiresAt ? (
            <p className={styles.note}>
              {t('webhooks.previous')} <Ago at={secret.previousExpiresAt} />
            </p>
          ) : null}
          <div className={styles.actions}>
            <Button onClick={() => setShown(!isShown)}>{t(isShown ? 'webhooks.hide' : 'webhooks.show')}</Button>
            <CopyButton label={t('copy')} text={secret.secret} />
            <Button disabled={fetching} onClick={renew}>
              {t('webhooks.rotate')}
            </Button>
          </div>
        </>
      ) : null}
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </section>
  )
}
