import { useTranslation } from 'react-i18next'
import type { Work } from './works.ts'

/** Why a work ended without a film, in the reader's language; the gateway's own sentence says more, in English. */
export function useFailText({ failReason, failDetail }: Pick<Work, 'failReason' | 'failDetail'>): string | null {
  const { t, i18n } = useTranslation()
  if (!failReason) return failDetail
  return i18n.language === 'en' && failDetail ? failDetail : t(`reasons.${failReason}`)
}
