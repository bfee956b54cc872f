import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../parts/icon-button.tsx'
import { Modal } from '../parts/modal.tsx'
import styles from './composer-sheet.module.css'

interface ComposerSheetProps {
  readonly prompt: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** The composer on a phone: a line at the bottom that opens into the whole of it. */
export function ComposerSheet({ prompt, isOpen, onOpenChange, children }: ComposerSheetProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.dock}>
        <button type="button" className={styles.line} aria-haspopup="dialog" onClick={() => onOpenChange(true)}>
          {prompt || t('compose.placeholder')}
        </button>
      </div>
      {isOpen ? (
        <Modal label={t('compose.title')} className={styles.sheet} onClose={() => onOpenChange(false)}>
          <div className={styles.head}>
            <h2>{t('compose.title')}</h2>
            <IconButton icon={X} label={t('close')} onClick={() => onOpenChange(false)} />
          </div>
          <div className={styles.body}>{children}</div>
        </Modal>
      ) : null}
    </>
  )
}
