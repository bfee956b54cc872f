import styles from './wordmark.module.css'

export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg viewBox="0 0 24 20" width="22" height="18" aria-hidden="true">
        <path d="M2 2h20v16H2z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
        <path d="M9.5 6v8l6-4z" fill="currentColor" />
      </svg>
      vidgate
    </span>
  )
}
