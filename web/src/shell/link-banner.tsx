import { useTranslation } from 'react-i18next'
import { useLink } from '../api/link.ts'
import { useSession } from '../api/session.ts'
import styles from './link-banner.module.css'

/** Says that what is shown may be old, for as long as it may be. */
export function LinkBanner() {
  const { t } = useTranslation()
  const state = useLink(useSession().api.link)
  return (
    <div role="status">
      {state === 'broken' || state === 'offline' ? <p className={styles.banner}>{t(`link.${state}`)}</p> : null}
    </div>
  )
}
