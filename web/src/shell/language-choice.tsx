import { useTranslation } from 'react-i18next'
import { LANGUAGES, saveLanguage } from '../locales/start.ts'
import { Button } from '../parts/button.tsx'

/** Offers the other language, in that language. */
export function LanguageChoice() {
  const { i18n } = useTranslation()
  const other = i18n.language === 'zh' ? 'en' : 'zh'
  return (
    <Button look="bare" lang={other} onClick={() => saveLanguage(other)}>
      {LANGUAGES[other]}
    </Button>
  )
}
