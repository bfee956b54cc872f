import { useTranslation } from 'react-i18next'
import { useBalance } from '../credits/balance.tsx'
import { yuan } from '../parts/money.ts'
import { PAGES, usePlace } from '../route.ts'
import styles from './header.module.css'
import { Menu } from './menu.tsx'
import { PageLink } from './page-link.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  const { t } = useTranslation()
  const { page } = usePlace()
  const balance = useBalance()
  return (
    <header className={styles.header}>
      <PageLink href="/" aria-label={t('nav.home')} className={styles.home}>
        <Wordmark />
      </PageLink>
      <nav className={styles.pages} aria-label={t('nav.pages')}>
        {PAGES.map((each) => (
          <PageLink key={each} href={each} aria-current={each === page ? 'page' : undefined}>
            {t(`nav.${each}`)}
          </PageLink>
        ))}
      </nav>
      {balance ? (
        <PageLink href="/credits" className={styles.balance} title={t('credits.available')}>
          <span className="unseen">{t('credits.available')} </span>
          {yuan(balance.availableMicro)}
        </PageLink>
      ) : null}
      <Menu />
    </header>
  )
}
