import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import type { PricesFragment } from './generated/graphql.ts'
import styles from './price-history.module.css'
import { priceText, usePriceName } from './price-text.ts'
import section from './section.module.css'

/** The changes in each of the newest versions. */
export function PriceHistory({ versions }: { readonly versions: PricesFragment['history'] }) {
  const { t } = useTranslation()
  const nameOf = usePriceName()
  return (
    <section className={section.section} aria-label={t('operator.prices.history')}>
      <h2>{t('operator.prices.history')}</h2>
      <ol className={styles.versions}>
        {versions.map(({ version, effectiveAt, steps }) => (
          <li key={version} className={styles.version}>
            <p>
              <b>{t('operator.prices.historyVersion', { version })}</b> <Ago at={effectiveAt} />
            </p>
            <ul>
              {steps.map(({ key, unit, from, to }) => (
                <li key={key}>
                  {t('operator.prices.step', {
                    name: nameOf(key),
                    from: priceText(from, unit),
                    to: priceText(to, unit),
                  })}
                </li>
              ))}
              {version === 1 ? <li>{t('operator.prices.first')}</li> : null}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
