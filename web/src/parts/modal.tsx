import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  readonly label: string
  readonly className: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The browser's own dialog: it keeps the focus, gives it back, closes with Esc and lies above everything, and needs no style of
 * a script's making, which the content security policy forbids. It is open for as long as it is there.
 */
export function Modal({ label, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
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
