import type { Draft } from '../compose/draft.ts'
import { withItems } from '../compose/markers.ts'

const keyOf = (accountId: string) => `vidgate.draft.${accountId}`

/** Keeps the draft for a reload of the tab: its material as the gateway has it, for the bytes are gone with the page. */
export function keepDraft(accountId: string, draft: Draft): void {
  // What was still being sent leaves a gap where the prompt names it.
  const stored = withItems(
    draft,
    draft.items.filter(({ file, isGap }) => file || isGap),
  )
  const items = stored.items.map((item) => ({ ...item, source: null, preview: null }))
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify({ ...stored, items }))
  } catch {
    // No room, or storage is off: the draft does not survive a reload.
  }
}

/** The kept draft over an empty one, whose settings may be newer than the page that kept it. */
export function keptDraft(accountId: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? 'null')
    return kept && typeof kept === 'object' ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}
