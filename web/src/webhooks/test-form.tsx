import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { uniqueKey } from '../api/unique.ts'
import { type DeliveryFragment, SendTestEventDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { useFieldErrors } from '../parts/field-errors.ts'
import styles from './secret-panel.module.css'

const FIELDS = ['url'] as const

/** Sends a test event to an address. */
export function TestForm({ onSent }: { readonly onSent: (delivery: DeliveryFragment) => void }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [errors, refuse] = useFieldErrors(FIELDS)
  const [{ fetching }, send] = useMutation(SendTestEventDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data, error } = await send({ url: url.trim(), idempotencyKey: uniqueKey() })
    refuse(error, data?.webhookTest?.userErrors)
    if (data?.webhookTest?.webhookDelivery) onSent(data.webhookTest.webhookDelivery)
  }

  return (
    <form className={styles.panel} aria-label={t('webhooks.test')} onSubmit={submit}>
      <h2>{t('webhooks.test')}</h2>
      <div className={styles.wide}>
        <Field label={t('webhooks.url')} errors={errors.at('url')} hint={t('webhooks.testHelp')}>
          {(control) => (
            <input
              {...control}
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
      </div>
      {errors.rest ? (
        <p role="alert" className={styles.problem}>
          {errors.rest}
        </p>
      ) : null}
      <Button type="submit" disabled={fetching || url.trim() === ''}>
        {t('webhooks.sendTest')}
      </Button>
    </form>
  )
}
