import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../parts/copy-button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './keys-page.module.css'

interface MadePanelProps {
  readonly secret: string
  readonly onClose: () => void
}

/** A new key, which no later answer has. */
export function MadePanel({ secret, onClose }: MadePanelProps) {
  const { t } = useTranslation()
  return (
    <div role="status" className={styles.made}>
      <p>{t('keys.once')}</p>
      <code>{secret}</code>
      <CopyButton label={t('copy')} text={secret} />
      <IconButton icon={X} label={t('close')} className={styles.close} onClick={onClose} />
    </div>
  )
}
