import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import type { PricesFragment } from './generated/graphql.ts'
import styles from './price-history.module.css'
import { priceWords, usePriceName } from './price-words.ts'
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
                    from: priceWords(from, unit),
                    to: priceWords(to, unit),
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
