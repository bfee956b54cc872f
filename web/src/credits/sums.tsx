import { useTranslation } from 'react-i18next'
import { yuan } from '../parts/money.ts'
import type { Balance } from './balance.tsx'
import styles from './credits-page.module.css'
import type { LowBalanceSetting } from './low-balance-setting.ts'

interface SumsProps {
  /** null until it is known. */
  readonly balance: Balance | null
  readonly setting: LowBalanceSetting
}

/** The balance and its parts, with a notice while less is available than the account's threshold. */
export function Sums({ balance, setting }: SumsProps) {
  const { t } = useTranslation()
  const isLow = setting !== null && balance !== null && BigInt(balance.availableMicro) < BigInt(setting.thresholdMicro)
  return (
    <div>
      <dl className={styles.sums} data-low={isLow || undefined}>
        <Sum name={t('credits.available')} micro={balance?.availableMicro} />
        <Sum name={t('credits.frozen')} micro={balance?.frozenMicro} />
        <Sum name={t('credits.balance')} micro={balance?.balanceMicro} />
      </dl>
      <p role="status" className={styles.low}>
        {isLow ? t('lowBalance.below', { threshold: yuan(setting.thresholdMicro) }) : null}
      </p>
    </div>
  )
}

function Sum({ name, micro }: { readonly name: string; readonly micro: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{micro === undefined ? '–' : yuan(micro)}</dd>
    </div>
  )
}
