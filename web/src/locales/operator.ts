import i18next from 'i18next'
import { operator } from './en/operator.ts'

/** Texts of the operator's page in English. They load with that page, so that no caller loads them. */
i18next.addResourceBundle('en', 'translation', operator, true)
