import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

const STORED = 'vidgate.language'

/** Each in its own language, so that its readers find it. */
export const LANGUAGES = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

export async function startLocales(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  })
  const language = savedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  })
  if (language === 'zh') await changeTo('zh')
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(STORED, language)
  void changeTo(language)
}

/** Only its readers load the other language. */
async function changeTo(language: Language): Promise<void> {
  if (language === 'zh') i18next.addResourceBundle('zh', 'translation', (await import('./zh.ts')).zh)
  await i18next.changeLanguage(language)
}

function savedLanguage(): Language {
  const stored = localStorage.getItem(STORED) ?? navigator.language
  return stored.startsWith('zh') ? 'zh' : 'en'
}
