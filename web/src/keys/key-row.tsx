import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyFragment } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import styles from './key-row.module.css'
import { LimitDialog } from './limit-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SpentOf } from './spent-of.tsx'

interface KeyRowProps {
  readonly apiKey: KeyFragment
  /** Whether no other active key may administer keys. */
  readonly isLast: boolean
  readonly onRevoked: (id: string) => void
}

export function KeyRow({ apiKey, isLast, onRevoked }: KeyRowProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'limit' | 'revoke' | null>(null)
  const isActive = apiKey.status === 'ACTIVE'
  const close = () => setOpen(null)
  return (
    <tr>
      <th scope="row">
        <div>
          {apiKey.name}
          {apiKey.isCaller ? <p className={styles.note}>{t('keys.thisKey')}</p> : null}
        </div>
      </th>
      <td data-label={t('keys.key')}>
        <code>{apiKey.redactedValue}</code>
      </td>
      <td data-wide data-text data-label={t('keys.scopes')}>
        {t('list', { items: apiKey.scopes.map((scope) => t(`scopes.${scope}`)) })}
      </td>
      <td data-label={t('keys.spend')}>
        <div className={styles.spend}>
          <SpentOf limit={apiKey.spendLimit} />
          {isActive ? (
            <Button look="link" onClick={() => setOpen('limit')}>
              {t(apiKey.spendLimit ? 'keys.changeLimit' : 'keys.setLimit')}
            </Button>
          ) : null}
        </div>
      </td>
      <td data-label={t('keys.used')}>{apiKey.lastUsedAt ? <Ago at={apiKey.lastUsedAt} /> : t('keys.never')}</td>
      <td data-label={t('keys.status')}>
        <div>
          {t(`keyStatus.${apiKey.status}`)}
          {isActive && apiKey.expiresAt ? (
            <p className={styles.note}>
              {t('keys.until', { date: new Date(apiKey.expiresAt).toLocaleDateString(i18n.language) })}
            </p>
          ) : null}
        </div>
      </td>
      <td>
        {isActive ? (
          <Button look="danger" onClick={() => setOpen('revoke')}>
            {t('keys.revoke')}
          </Button>
        ) : null}
        {open === 'limit' ? <LimitDialog apiKey={apiKey} onClose={close} /> : null}
        {open === 'revoke' ? (
          <RevokeDialog apiKey={apiKey} isLast={isLast} onRevoked={onRevoked} onClose={close} />
        ) : null}
      </td>
    </tr>
  )
}
