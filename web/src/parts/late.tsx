import { Component, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './late.module.css'

interface LateProps {
  readonly children: ReactNode
  /** Shown until the script is loaded. */
  readonly fallback?: ReactNode
  /** Shown if the script cannot be loaded; by default a message that asks for a reload. */
  readonly instead?: ReactNode
}

/**
 * A part whose script is loaded when it is shown. An update of the gateway removes the scripts of pages that are open; the part then
 * asks for a reload, or shows something simpler, and the rest of the page stays.
 */
export class Late extends Component<LateProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { children, fallback = null, instead = <Failed /> } = this.props
    return this.state.hasFailed ? instead : <Suspense fallback={fallback}>{children}</Suspense>
  }
}

function Failed() {
  const { t } = useTranslation()
  return (
    <div role="alert" className={styles.failed}>
      <p>{t('late.failed')}</p>
      <Button onClick={() => location.reload()}>{t('late.reload')}</Button>
    </div>
  )
}
