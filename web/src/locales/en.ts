import { operator } from './en/operator.ts'
import { pages } from './en/pages.ts'
import { studio } from './en/studio.ts'

/** The console in English; every other language has the same keys. */
export const en = { ...studio, ...pages, ...operator }
