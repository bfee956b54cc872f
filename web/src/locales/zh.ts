import { operator } from './zh/operator.ts'
import { pages } from './zh/pages.ts'
import { shell } from './zh/shell.ts'
import { studio } from './zh/studio.ts'

export const zh = { ...shell, ...studio, ...pages, ...operator }
