import { Component, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './late.module.css'

interface LateProps {
  readonly children: ReactNode
  /** Shown until the script is loaded. */
  readonly fallback?: ReactNode
}

/**
 * A part whose script is loaded when it is shown. An update of the gateway removes the scripts of pages that are open; the part then
 * asks for a reload, and the rest of the page stays.
 */
export class Late extends Component<LateProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (this.state.hasFailed) return <Failed />
    return <Suspense fallback={this.props.fallback ?? null}>{this.props.children}</Suspense>
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
