import 'i18next'
import type { operator } from './en/operator.ts'
import type { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof operator }
  }
}
