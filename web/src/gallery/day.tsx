import { useTranslation } from 'react-i18next'
import { useNow } from '../parts/now.ts'
import { dayOf } from './lines.ts'
import styles from './wall.module.css'

/** About: a day with a change of the clock is an hour longer or shorter. */
const DAY_MS = 86_400_000

/** The name of a day: today, yesterday, or its date. */
export function Day({ at }: { readonly at: number }) {
  const { i18n } = useTranslation()
  const today = dayOf(useNow())
  const ago = Math.round((today - at) / DAY_MS)
  return <h2 className={styles.day}>{nameOf(at, ago, today, i18n.language)}</h2>
}

function nameOf(at: number, ago: number, today: number, language: string): string {
  if (ago === 0 || ago === 1) {
    const name = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  }
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date(today).getFullYear()
  return date.toLocaleDateString(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}
