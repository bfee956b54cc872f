import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { BalanceProvider } from '../credits/balance.tsx'
import { NewsProvider } from '../gallery/news.tsx'
import { useNewWorks, WorksContext } from '../gallery/works-context.ts'
import { Late } from '../parts/late.tsx'
import { ToastProvider } from '../parts/toasts.tsx'
import { OPERATOR, type Page, usePlace } from '../route.ts'
import { Studio } from '../studio/studio.tsx'
import { Header } from './header.tsx'
import { LinkBanner } from './link-banner.tsx'
import styles from './shell.module.css'

const CreditsPage = lazy(() => import('../credits/credits-page.tsx').then((m) => ({ default: m.CreditsPage })))
const KeysPage = lazy(() => import('../keys/keys-page.tsx').then((m) => ({ default: m.KeysPage })))
const WebhooksPage = lazy(() => import('../webhooks/webhooks-page.tsx').then((m) => ({ default: m.WebhooksPage })))

const BESIDE: Readonly<Record<Exclude<Page, '/'>, typeof CreditsPage>> = {
  '/credits': CreditsPage,
  '/keys': KeysPage,
  '/webhooks': WebhooksPage,
}

/** The studio stays mounted behind the other pages, so that a draft, its uploads and the live list go on. */
export function Shell() {
  return (
    <WorksContext value={useNewWorks()}>
      <ToastProvider>
        <NewsProvider>
          <Frame />
        </NewsProvider>
      </ToastProvider>
    </WorksContext>
  )
}

function Frame() {
  const { t } = useTranslation()
  const { page } = usePlace()
  const Beside = page === '/' || page === OPERATOR ? null : BESIDE[page]
  return (
    <BalanceProvider>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <Header />
      <LinkBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        <div hidden={Beside !== null}>
          <Studio />
        </div>
        {Beside ? (
          <Late key={page}>
            <Beside />
          </Late>
        ) : null}
      </main>
    </BalanceProvider>
  )
}
