const STORED = 'vidgate.theme'
const prefersLight = matchMedia('(prefers-color-scheme: light)')

export const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

export function savedTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function saveTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme)
  apply(theme)
}

/** Before the first picture, and whenever the system changes its mind. */
export function applySavedTheme(): void {
  apply(savedTheme())
  prefersLight.addEventListener('change', () => apply(savedTheme()))
}

function apply(theme: Theme): void {
  const isLight = theme === 'light' || (theme === 'system' && prefersLight.matches)
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}
