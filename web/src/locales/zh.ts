import { operator } from './zh/operator.ts'
import { pages } from './zh/pages.ts'
import { studio } from './zh/studio.ts'

export const zh = { ...studio, ...pages, ...operator }
