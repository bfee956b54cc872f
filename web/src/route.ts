import { useSyncExternalStore } from 'react'
import { BASE } from './base.ts'

/** The console's pages, by the address that the gateway answers with its one document. */
export const PAGES = ['/', '/credits', '/keys', '/webhooks'] as const
export type Page = (typeof PAGES)[number]

/** Not a caller's page: it asks for the operator's key. */
export const OPERATOR = '/operator'

/** The page shown, and the work whose details lie over it: `/?work=vid_…`. */
export interface Place {
  readonly page: Page | typeof OPERATOR
  readonly workId: string | null
}

/** State of a video's address that this page opened over another. */
const OPENED_HERE = 'opened-here'

const listeners = new Set<() => void>()
let shown = location.href

function notify(): void {
  shown = location.href
  for (const listener of listeners) listener()
}

addEventListener('popstate', notify)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePlace(): Place {
  const { pathname, searchParams } = new URL(useSyncExternalStore(subscribe, () => shown))
  const path = pathname.slice(BASE.length)
  const page = path === OPERATOR ? OPERATOR : PAGES.find((each) => each === path)
  return { page: page ?? '/', workId: searchParams.get('work') }
}

/** The query of the address. */
export function useSearch(): URLSearchParams {
  return new URL(useSyncExternalStore(subscribe, () => shown)).searchParams
}

/** Whether the gateway answered with the console because nothing else has this address. */
export function useIsMissing(): boolean {
  const { pathname } = new URL(useSyncExternalStore(subscribe, () => shown))
  const path = pathname.slice(BASE.length)
  return path !== OPERATOR && !PAGES.some((each) => each === path)
}

/** @param path without the base */
export function goTo(path: string): void {
  const address = BASE + path
  if (address === location.pathname + location.search) return
  const isWork = (search: string) => new URLSearchParams(search).has('work')
  const { search } = new URL(address, location.href)
  // From one video to another: closing it leads back to where the first was opened.
  if (isWork(search) && isWork(location.search)) history.replaceState(history.state, '', address)
  else history.pushState(isWork(search) ? OPENED_HERE : null, '', address)
  notify()
}

/** Closes a video: back to where it was opened, so that Back does not open it again; to the studio if that was elsewhere. */
export function closeWork(): void {
  if (history.state === OPENED_HERE) {
    history.back()
    return
  }
  history.replaceState(null, '', `${BASE}/`)
  notify()
}
