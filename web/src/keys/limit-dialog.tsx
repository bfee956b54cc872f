import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { type KeyFragment, LimitKeyDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useFieldErrors } from '../parts/field-errors.ts'
import styles from './key-form.module.css'
import { limitOf, typedLimitOf } from './spend-limit.ts'
import { SpendLimitFields } from './spend-limit-fields.tsx'

const FIELDS = ['spendLimit'] as const

/** Sets, changes or removes the spend limit of a key. */
export function LimitDialog({ apiKey, onClose }: { readonly apiKey: KeyFragment; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => typedLimitOf(apiKey))
  const [errors, refuse] = useFieldErrors(FIELDS)
  const [{ fetching }, send] = useMutation(LimitKeyDocument)
  const spendLimit = limitOf(typed)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (spendLimit === undefined) return
    const { data, error } = await send({ id: apiKey.id, spendLimit })
    refuse(error, data?.apiKeyUpdate?.userErrors)
    if (data?.apiKeyUpdate?.apiKey) onClose()
  }

  return (
    <Dialog title={t('keys.limitOf', { name: apiKey.name })} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        <SpendLimitFields typed={typed} errors={errors.at('spendLimit')} onChange={setTyped} />
        <p className={styles.note}>{t('keys.limitHelp')}</p>
        {errors.rest ? (
          <p role="alert" className={styles.problem}>
            {errors.rest}
          </p>
        ) : null}
        <Button type="submit" look="primary" disabled={fetching || spendLimit === undefined}>
          {t('keys.saveLimit')}
        </Button>
      </form>
    </Dialog>
  )
}
