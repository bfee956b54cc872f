import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  readonly label: string
  readonly className: string | undefined
  readonly onClose: () => void
  /** Whether it takes the focus itself, so that its keys work at once; else its first control does. */
  readonly hasFocus?: boolean
  readonly children: ReactNode
}

/**
 * The browser's own dialog: it traps the focus, returns it, closes with Esc and is above everything. It needs no styles set by
 * scripts, which the content security policy forbids. It is open while it is mounted.
 */
export function Modal({ label, className, onClose, hasFocus = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (hasFocus) shown?.setAttribute('autofocus', '')
    shown?.showModal()
    return () => shown?.close()
  }, [hasFocus])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
