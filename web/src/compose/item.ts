import type { FilePurpose, MaterialFragment, MediaKind } from '../generated/graphql.ts'

/** A piece of material in the composer, from its selection on. */
export interface Item {
  /** Id within the composer. */
  readonly key: string
  readonly purpose: FilePurpose
  readonly name: string
  /** Its assumed kind, until the gateway has detected it. */
  readonly kind: MediaKind
  /** The bytes while this page has them, to show and to send again. */
  readonly source: File | null
  /** URL of its preview on this page. */
  readonly preview: string | null
  /** 0 to 1 while it is sent. */
  readonly sent: number
  /** The gateway's file; null until it is uploaded. */
  readonly file: MaterialFragment | null
  readonly problem: string | null
  /** Whether its file left while the prompt names it. */
  readonly isGap?: boolean
}

/** An item for an uploaded file, with its own purpose or another. */
export function storedItem(file: MaterialFragment, purpose = file.purpose): Item {
  const { id, filename: name, kind } = file
  return { key: id, purpose, name, kind, source: null, preview: null, sent: 1, file, problem: null }
}

const PREFIXES = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO' } as const

export function kindOf(type: string): MediaKind {
  const [prefix] = type.split('/')
  return PREFIXES[prefix as keyof typeof PREFIXES] ?? 'IMAGE'
}

/** The gateway's limits, so that nothing is sent in vain. */
const LARGEST: Readonly<Record<MediaKind, number>> = { IMAGE: 30 * 2 ** 20, AUDIO: 50 * 2 ** 20, VIDEO: 200 * 2 ** 20 }

export function isTooLarge({ size, type }: Pick<File, 'size' | 'type'>): boolean {
  return size > LARGEST[kindOf(type)]
}

const MARKS: Readonly<Record<MediaKind, string>> = { IMAGE: '图片', VIDEO: '视频', AUDIO: '音频' }

/** The colour of a reference's marker, by its place among all. */
export function hueOf(items: readonly Item[], { key }: Pick<Item, 'key'>): number {
  return items.filter(({ purpose }) => purpose === 'REFERENCE').findIndex((each) => each.key === key) % 6
}

/** The marker of a reference in a prompt: each kind is numbered separately, in order. */
export function markerOf(items: readonly Item[], item: Item): string {
  const same = items.filter(({ purpose, kind }) => purpose === 'REFERENCE' && kind === item.kind)
  return `@${MARKS[item.kind]}${same.indexOf(item) + 1}`
}
