import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { type AccountBalanceLowInput, SaveLowBalanceDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { useFieldErrors } from '../parts/field-errors.ts'
import { microOf, typedYuan } from '../parts/money.ts'
import styles from './credits-page.module.css'
import type { LowBalanceSetting } from './low-balance-setting.ts'

interface LowBalanceDialogProps {
  readonly setting: LowBalanceSetting
  readonly onClose: () => void
}

const FIELDS = ['thresholdMicro', 'webhookUrl'] as const

export function LowBalanceDialog({ setting, onClose }: LowBalanceDialogProps) {
  const { t } = useTranslation()
  const [threshold, setThreshold] = useState(setting ? typedYuan(setting.thresholdMicro) : '')
  const [webhookUrl, setWebhookUrl] = useState(setting?.webhookUrl ?? '')
  const [errors, refuse] = useFieldErrors(FIELDS)
  const [{ fetching }, send] = useMutation(SaveLowBalanceDocument)
  const thresholdMicro = microOf(threshold)

  const save = async (balanceLow: AccountBalanceLowInput | null) => {
    const { data, error } = await send({ balanceLow })
    refuse(error, data?.accountUpdate?.userErrors)
    if (data?.accountUpdate?.account) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (thresholdMicro !== null) void save({ thresholdMicro, webhookUrl: webhookUrl.trim() })
  }

  return (
    <Dialog title={t('lowBalance.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t('lowBalance.threshold')}
          errors={threshold !== '' && thresholdMicro === null ? [t('wanted.amount')] : errors.at('thresholdMicro')}
        >
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              placeholder="10.00"
              value={threshold}
              onChange={({ target }) => setThreshold(target.value)}
            />
          )}
        </Field>
        <Field label={t('lowBalance.address')} errors={errors.at('webhookUrl')}>
          {(control) => (
            <input
              {...control}
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={webhookUrl}
              onChange={({ target }) => setWebhookUrl(target.value)}
            />
          )}
        </Field>
        <p className={styles.note}>{t('lowBalance.help')}</p>
        {errors.rest ? (
          <p role="alert" className={styles.problem}>
            {errors.rest}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={fetching || thresholdMicro === null || webhookUrl.trim() === ''}
          >
            {t('lowBalance.save')}
          </Button>
          {setting ? (
            <Button disabled={fetching} onClick={() => void save(null)}>
              {t('lowBalance.off')}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  )
}
