import { goTo, OPERATOR, useSearch } from '../route.ts'

export const SECTIONS = ['fleet', 'tasks', 'accounts', 'prices'] as const
type Section = (typeof SECTIONS)[number]

/** The section that the address names. */
export function useSection(): Section {
  const named = useSearch().get('section')
  return SECTIONS.find((each) => each === named) ?? 'fleet'
}

/** @param more what the section shows, such as an account */
export function openSection(section: string, more: Readonly<Record<string, string>> = {}): void {
  const shown = Object.entries(more).filter(([, value]) => value !== '')
  goTo(`${OPERATOR}?${new URLSearchParams([['section', section], ...shown])}`)
}
