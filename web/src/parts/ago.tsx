import { useTranslation } from 'react-i18next'
import { useNow } from './now.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A moment relative to now; shows the exact time on hover. */
export function Ago({ at }: { readonly at: string }) {
  const { i18n, t } = useTranslation()
  const seconds = (Date.parse(at) - useNow()) / 1000
  const fit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  const relative = new Intl.RelativeTimeFormat(i18n.language, { style: 'narrow' })
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(i18n.language)}>
      {fit ? relative.format(Math.trunc(seconds / fit[1]), fit[0]) : t('time.now')}
    </time>
  )
}
