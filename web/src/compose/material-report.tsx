import { useTranslation } from 'react-i18next'
import type { Item } from './item.ts'
import styles from './material-report.module.css'

interface MaterialReportProps {
  readonly item: Item
  readonly isUsed: boolean
  readonly usedSeconds: number | null
  readonly problem: string | undefined
}

/** The gateway's data of a file: its pixels, its seconds, and how many of them the video uses. */
export function MaterialReport({ item: { file }, isUsed, usedSeconds, problem }: MaterialReportProps) {
  const { t } = useTranslation()
  if (problem) return <p className={styles.problem}>{problem}</p>
  if (!file) return null
  if (!isUsed) return <p className={styles.report}>{t('compose.notUsed')}</p>
  const facts = []
  if (file.width && file.height) facts.push(`${file.width} × ${file.height}`)
  if (file.duration !== null) {
    const total = round(file.duration)
    facts.push(
      usedSeconds === null ? t('seconds', { count: total }) : t('compose.uses', { used: round(usedSeconds), total }),
    )
  }
  return <p className={styles.report}>{facts.join(' · ')}</p>
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
