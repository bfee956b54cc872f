import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { useBalance } from '../credits/balance.tsx'
import { useUnseen } from '../gallery/news.tsx'
import type { ApiKeyScope } from '../generated/graphql.ts'
import { yuan } from '../parts/money.ts'
import { PAGES, type Page, usePlace } from '../route.ts'
import styles from './header.module.css'
import { Menu } from './menu.tsx'
import { PageLink } from './page-link.tsx'
import { Wordmark } from './wordmark.tsx'

/** A page of which the key may see nothing is not offered. */
const OPENED_BY: Readonly<Record<Page, readonly ApiKeyScope[]>> = {
  '/': ['VIDEOS_READ', 'VIDEOS_WRITE', 'FILES_WRITE', 'CREDITS_READ', 'KEYS_ADMIN'],
  '/credits': ['CREDITS_READ'],
  '/keys': ['KEYS_ADMIN'],
  '/webhooks': ['VIDEOS_READ', 'KEYS_ADMIN'],
}

export function Header() {
  const { t } = useTranslation()
  const { page } = usePlace()
  const balance = useBalance()
  const unseen = useUnseen()
  const { keyScopes } = useSession().account
  const pages = PAGES.filter((each) => each === page || OPENED_BY[each].some((scope) => keyScopes.includes(scope)))
  return (
    <header className={styles.header}>
      <PageLink href="/" aria-label={t('nav.home')} className={styles.home}>
        <Wordmark />
      </PageLink>
      <nav className={styles.pages} aria-label={t('nav.pages')}>
        {pages.map((each) => (
          <PageLink key={each} href={each} aria-current={each === page ? 'page' : undefined}>
            {t(`nav.${each}`)}
            {each === '/' && unseen > 0 ? (
              <span className={styles.unseen}>
                {unseen}
                <span className="unseen"> {t('nav.unseen')}</span>
              </span>
            ) : null}
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
