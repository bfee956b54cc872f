import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uniqueKey } from '../api/unique.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toasts.module.css'

export interface ToastWords {
  /** A toast of the same id takes its place. */
  readonly id?: string
  readonly text: string
  readonly action?: string
  readonly onAction?: () => void
  /** Called when it leaves without its action. */
  readonly onGone?: () => void
}

type Shown = ToastWords & { readonly id: string; readonly key: string }

const LASTS_MS = 8_000

const ToastContext = createContext<(words: ToastWords) => void>(() => {})

/** Short messages over the page, read by screen readers; F8 goes to them. They wait while they are pointed at. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const show = useCallback((words: ToastWords) => {
    const toast = { id: uniqueKey(), ...words, key: uniqueKey() }
    setToasts((now) => [...now.filter(({ id }) => id !== toast.id), toast])
  }, [])
  const end = (toast: Shown, act: (() => void) | undefined) => {
    setToasts((now) => now.filter(({ key }) => key !== toast.key))
    act?.()
  }
  return (
    <ToastContext value={show}>
      <Toast.Provider duration={LASTS_MS} label={t('toast.label')}>
        {children}
        {toasts.map((toast) => (
          <Toast.Root key={toast.key} className={styles.toast} onOpenChange={() => end(toast, toast.onGone)}>
            <Toast.Description className={styles.text}>{toast.text}</Toast.Description>
            {toast.action ? (
              <Button look="link" onClick={() => end(toast, toast.onAction)}>
                {toast.action}
              </Button>
            ) : null}
            <IconButton icon={X} label={t('close')} onClick={() => end(toast, toast.onGone)} />
          </Toast.Root>
        ))}
        <Toast.Viewport label={t('toast.place')} className={styles.place} />
      </Toast.Provider>
    </ToastContext>
  )
}

export function useToast(): (words: ToastWords) => void {
  return use(ToastContext)
}
