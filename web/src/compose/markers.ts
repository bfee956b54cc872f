import { uniqueKey } from '../api/unique.ts'
import type { Draft } from './draft.ts'
import { type Item, markerOf } from './item.ts'

/** A marker as the gateway reads it. */
const MARKER = /@(?:图片|视频|音频)[1-9]\d*/gu

/** A word after an `@` that is no address of mail. */
const WORD = /(?<![A-Za-z0-9])@[\p{L}\p{N}_.-]+/gu

/** What names material to a reader, but not to the gateway. */
const LOOKS = /^@(?:image|picture|video|audio)[\s_-]?\d+$/i

const referencesIn = (items: readonly Item[]) => items.filter(({ purpose }) => purpose === 'REFERENCE')

/** The references by their markers. */
export function byMarker(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(referencesIn(items).map((item) => [markerOf(items, item), item]))
}

/** Whether a prompt names a reference. */
function names(prompt: string, items: readonly Item[], item: Item): boolean {
  return item.purpose === 'REFERENCE' && (prompt.match(MARKER)?.includes(markerOf(items, item)) ?? false)
}

/**
 * The draft with other material. Each marker of the prompt follows its file. A reference that leaves while the prompt names it
 * leaves a gap in its place, so that its marker names nothing else until it is replaced or deleted.
 */
export function withItems(draft: Draft, changed: readonly Item[]): Draft {
  const { prompt, items: before } = draft
  const heirs = new Map<string, string>()
  let items = changed
  for (const item of referencesIn(before)) {
    heirs.set(item.key, item.key)
    const stays = referencesIn(changed).some(({ key }) => key === item.key)
    if (stays || !names(prompt, before, item)) continue
    const gap: Item = { ...item, key: uniqueKey(), isGap: true, source: null, preview: null, file: null, problem: null }
    heirs.set(item.key, gap.key)
    items = items.toSpliced(placeFor(item, before, items), 0, gap)
  }
  return { ...draft, items, prompt: renumbered(prompt, before, items, heirs) }
}

/** The place before the next reference that stays. */
function placeFor(item: Item, before: readonly Item[], items: readonly Item[]): number {
  const later = new Set(before.slice(before.indexOf(item) + 1).map(({ key }) => key))
  const place = items.findIndex(({ key, purpose }) => purpose === 'REFERENCE' && later.has(key))
  return place < 0 ? items.length : place
}

function renumbered(
  prompt: string,
  before: readonly Item[],
  items: readonly Item[],
  heirs: ReadonlyMap<string, string>,
): string {
  const old = byMarker(before)
  return prompt.replace(MARKER, (marker) => {
    const heir = heirs.get(old.get(marker)?.key ?? '')
    const item = items.find(({ key, purpose }) => key === heir && purpose === 'REFERENCE')
    return item ? markerOf(items, item) : marker
  })
}

/** The draft with another prompt. A gap closes when the prompt no longer names it. */
export function withPrompt(draft: Draft, prompt: string): Draft {
  const { items } = draft
  const kept = items.filter((item) => !item.isGap || names(prompt, items, item))
  return kept.length === items.length ? { ...draft, prompt } : withItems({ ...draft, prompt }, kept)
}

/** The draft without the markers of an item, and without a gap. */
export function withoutMarker(draft: Draft, item: Item): Draft {
  const marker = markerOf(draft.items, item)
  const prompt = draft.prompt.replace(MARKER, (each) => (each === marker ? '' : each)).replace(/ {2,}/g, ' ')
  return withPrompt(draft, prompt)
}

/** A part of a prompt: words, or a marker with its item. */
export interface Part {
  readonly text: string
  readonly item: Item | null
  readonly at: number
}

/** The prompt cut at its markers of present items. */
export function partsOf(prompt: string, items: readonly Item[]): readonly Part[] {
  const known = byMarker(items)
  const parts: Part[] = []
  let from = 0
  for (const { 0: text, index } of prompt.matchAll(MARKER)) {
    const item = known.get(text)
    if (!item) continue
    if (index > from) parts.push({ text: prompt.slice(from, index), item: null, at: from })
    parts.push({ text, item, at: index })
    from = index + text.length
  }
  return [...parts, { text: prompt.slice(from), item: null, at: from }]
}

export interface Unresolved {
  readonly word: string
  /** Whether it can only mean material; otherwise it may be a name in the story. */
  readonly isMarker: boolean
}

/** The first `@` of a prompt that names no material. */
export function unresolvedIn(prompt: string, items: readonly Item[]): Unresolved | null {
  const known = byMarker(items)
  for (const [marker] of prompt.matchAll(MARKER)) {
    const item = known.get(marker)
    if (!item || item.isGap) return { word: marker, isMarker: true }
  }
  const [word] = prompt.replace(MARKER, ' ').match(WORD) ?? []
  return word === undefined ? null : { word, isMarker: LOOKS.test(word) }
}
