import { useTranslation } from 'react-i18next'
import type { KeyFragment } from '../generated/graphql.ts'
import { yuan } from '../parts/money.ts'
import styles from './key-row.module.css'

/** What a key has spent of its limit in the current period. */
export function SpentOf({ limit }: { readonly limit: KeyFragment['spendLimit'] }) {
  const { t } = useTranslation()
  if (!limit) return <span>{t('keys.noLimit')}</span>
  const [spent, most] = [BigInt(limit.spentMicro), BigInt(limit.limitMicro)]
  const text = t(`keys.spentOf.${limit.period}`, { spent: yuan(limit.spentMicro), limit: yuan(limit.limitMicro) })
  // In thousandths: an amount may have more digits than a number.
  const part = spent >= most ? 1000 : Number((spent * 1000n) / most)
  return (
    <>
      <span>{text}</span>
      <progress className={styles.bar} data-full={spent >= most} max={1000} value={part} aria-label={text} />
    </>
  )
}
