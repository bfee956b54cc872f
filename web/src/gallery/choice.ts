import { FILTERS, type Filter } from './status.ts'
import type { Work } from './work.ts'

/** What the gallery shows. */
export interface Choice {
  readonly filter: Filter
  /** In the prompt, or the start of the id; empty for all. */
  readonly search: string
}

const KEPT_FILTER = 'vidgate.filter'
const KEPT_SEARCH = 'vidgate.search'

/** The choice before a reload. */
export function keptChoice(): Choice {
  const kept = sessionStorage.getItem(KEPT_FILTER)
  return {
    filter: FILTERS.find((filter) => filter === kept) ?? 'ALL',
    search: sessionStorage.getItem(KEPT_SEARCH) ?? '',
  }
}

export function keepChoice({ filter, search }: Choice): void {
  sessionStorage.setItem(KEPT_FILTER, filter)
  sessionStorage.setItem(KEPT_SEARCH, search)
}

/** Finds works as the gateway does, so that a new one shows at once. */
export function finder(search: string): (work: Work) => boolean {
  const part = search.toLowerCase()
  return ({ id, prompt }) => id.startsWith(search) || prompt.toLowerCase().includes(part)
}
