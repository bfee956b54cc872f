import { useTranslation } from 'react-i18next'
import { Notice } from './parts/notice.tsx'
import { PageLink } from './shell/page-link.tsx'

/** An address that nothing has. */
export function MissingPage() {
  const { t } = useTranslation()
  return (
    <main>
      <h1 className="unseen">{t('missing.title')}</h1>
      <Notice title={t('missing.help')}>
        <PageLink href="/">{t('missing.home')}</PageLink>
      </Notice>
    </main>
  )
}
