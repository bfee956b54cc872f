import { pages } from './en/pages.ts'
import { shell } from './en/shell.ts'
import { studio } from './en/studio.ts'

/** The console in English; every other language has the same keys. The operator's page adds its own (`operator.ts`). */
export const en = { ...shell, ...studio, ...pages }
