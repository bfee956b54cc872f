import type { FilePurpose, MaterialFragment, MediaKind } from '../generated/graphql.ts'

/** A piece of material in the composer, from the moment it was picked. */
export interface Item {
  /** Of the composer alone. */
  readonly key: string
  readonly purpose: FilePurpose
  readonly name: string
  /** What it seems to be until the gateway has read it. */
  readonly kind: MediaKind
  /** The bytes while this page has them, to show and to send again. */
  readonly source: File | null
  /** Address of a picture of it on this page. */
  readonly preview: string | null
  /** 0 to 1 while it is sent. */
  readonly sent: number
  /** As the gateway keeps it; null until then. */
  readonly file: MaterialFragment | null
  readonly problem: string | null
}

/** An item that the gateway has already, in the place it was uploaded for or in another. */
export function storedItem(file: MaterialFragment, purpose = file.purpose): Item {
  const { id, filename: name, kind } = file
  return { key: id, purpose, name, kind, source: null, preview: null, sent: 1, file, problem: null }
}

const PREFIXES = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO' } as const

export function kindOf(type: string): MediaKind {
  const [prefix] = type.split('/')
  return PREFIXES[prefix as keyof typeof PREFIXES] ?? 'IMAGE'
}

/** The most that the gateway takes, so that nothing is sent in vain. */
const LARGEST: Readonly<Record<MediaKind, number>> = { IMAGE: 30 * 2 ** 20, AUDIO: 50 * 2 ** 20, VIDEO: 200 * 2 ** 20 }

export function isTooLarge({ size, type }: Pick<File, 'size' | 'type'>): boolean {
  return size > LARGEST[kindOf(type)]
}

const MARKS: Readonly<Record<MediaKind, string>> = { IMAGE: '图片', VIDEO: '视频', AUDIO: '音频' }

/** The word by which a prompt names a reference: each kind counts for itself, in order. */
export function markerOf(items: readonly Item[], item: Item): string {
  const same = items.filter(({ purpose, kind }) => purpose === 'REFERENCE' && kind === item.kind)
  return `@${MARKS[item.kind]}${same.indexOf(item) + 1}`
}
