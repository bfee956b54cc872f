import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from './delivery-drawer.module.css'
import { type DeliveryDetail, type Try, useDelivery } from './use-delivery.ts'

interface DeliveryDrawerProps {
  readonly id: string
  readonly type: string
  readonly onClose: () => void
}

/** What a delivery sends, and what came back from each try. */
export function DeliveryDrawer({ id, type, onClose }: DeliveryDrawerProps) {
  const { t } = useTranslation()
  const detail = useDelivery(id)
  return (
    <Dialog title={type} isDrawer onClose={onClose}>
      {detail === undefined ? <p role="status">{t('loading')}</p> : null}
      {detail === null ? <p role="alert">{t('problem.network')}</p> : null}
      {detail ? <Detail detail={detail} /> : null}
    </Dialog>
  )
}

function Detail({
  detail: { event_id, url, status, created_at, payload, history },
}: {
  readonly detail: DeliveryDetail
}) {
  const { t } = useTranslation()
  const text = JSON.stringify(payload, null, 2)
  const state = status.toUpperCase() as Uppercase<typeof status>
  return (
    <>
      <p>
        {t(`deliveryStatus.${state}`)} · <Ago at={created_at} />
      </p>
      <section className={styles.section} aria-label={t('webhooks.history')}>
        <h3>{t('webhooks.history')}</h3>
        {history.length === 0 ? <p className={styles.note}>{t('webhooks.noTry')}</p> : null}
        <ol className={styles.tries}>
          {history.map((each) => (
            <Attempt key={each.at} attempt={each} />
          ))}
        </ol>
      </section>
      <section className={styles.section} aria-label={t('webhooks.headers')}>
        <h3>{t('webhooks.headers')}</h3>
        <pre className={styles.code}>
          {[
            `POST ${url}`,
            'content-type: application/json',
            'user-agent: vidgate-webhooks',
            `webhook-id: ${event_id}`,
            `webhook-timestamp: ${t('webhooks.ofTry')}`,
            `webhook-signature: ${t('webhooks.ofTry')}`,
          ].join('\n')}
        </pre>
      </section>
      <section className={styles.section} aria-label={t('webhooks.payload')}>
        <h3>{t('webhooks.payload')}</h3>
        <p className={styles.note}>{t('webhooks.payloadHelp')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre className={styles.code} tabIndex={0}>
          {text}
        </pre>
        <CopyButton label={t('copy')} text={text} />
      </section>
    </>
  )
}

function Attempt({ attempt: { number, at, duration_ms, status, error, answer } }: { readonly attempt: Try }) {
  const { t } = useTranslation()
  return (
    <li>
      <p>
        <b>{t('webhooks.try', { number })}</b> · {status ?? t('webhooks.noAnswer')} · {duration_ms} ms · <Ago at={at} />
      </p>
      {error ? <p className={styles.note}>{error}</p> : null}
      {answer ? <pre className={styles.code}>{answer}</pre> : null}
    </li>
  )
}
