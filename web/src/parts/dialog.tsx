import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** At the side of the page, at its full height. */
  readonly isDrawer?: boolean
  readonly children: ReactNode
}

/** A titled dialog with a close button. */
export function Dialog({ title, onClose, isDrawer = false, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Modal label={title} className={styles.dialog} onClose={onClose}>
      <h2 className={styles.title} data-drawer={isDrawer || undefined}>
        {title}
      </h2>
      {children}
      <IconButton icon={X} label={t('close')} className={styles.close} onClick={onClose} />
    </Modal>
  )
}
