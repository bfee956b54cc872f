import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { yuan } from '../parts/money.ts'
import styles from './credits-page.module.css'
import { LowBalanceDialog } from './low-balance-dialog.tsx'
import type { LowBalanceSetting } from './low-balance-setting.ts'

/** When a low balance is reported, and to which address. */
export function LowBalance({ setting }: { readonly setting: LowBalanceSetting }) {
  const { t } = useTranslation()
  const mayChange = useMay('KEYS_ADMIN')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.panel} aria-label={t('lowBalance.title')}>
      <h2>{t('lowBalance.title')}</h2>
      {setting ? (
        <p>
          {t('lowBalance.reported', { threshold: yuan(setting.thresholdMicro) })}{' '}
          <code className={styles.address}>{setting.webhookUrl}</code>
        </p>
      ) : (
        <p className={styles.note}>{t('lowBalance.none')}</p>
      )}
      {mayChange ? (
        <Button onClick={() => setOpen(true)}>{t(setting ? 'lowBalance.change' : 'lowBalance.set')}</Button>
      ) : null}
      {isOpen ? <LowBalanceDialog setting={setting} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
