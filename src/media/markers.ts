const KINDS = {
  图片: 'Picture',
  视频: 'Video',
  音频: 'Audio',
  picture: 'Picture',
  video: 'Video',
  audio: 'Audio',
} as const

type Word = keyof typeof KINDS
export type MarkerKind = (typeof KINDS)[Word]

export interface Marker {
  readonly text: string
  readonly kind: MarkerKind
  /** null if it only looks like a marker: a leading zero, a full-width digit, a space and a digit … */
  readonly number: number | null
}

/** Markers in the caller's and the model's notation (docs/rules/material.md#markers). */
const WRITTEN = /@(图片|视频|音频)([1-9][0-9]*)/gu
const EXACT = /^(?:@(?:图片|视频|音频)([1-9][0-9]*)|<(?:Picture|Video|Audio) ([1-9][0-9]*)>)$/u

/** The number in text that looks like a marker. Words such as 一样 begin with a numeral but are not numbers. */
const NUMBER = '(?:[-_#([{【]\\s*)?(?:\\p{N}+|[零一二三四五六七八九十两]+(?![样般些直种定起致切张段个]))'
const LOOKS = new RegExp(`@\\s*(图片|视频|音频)\\s*${NUMBER}|<\\s*(picture|video|audio)\\s*${NUMBER}\\s*>`, 'gu')

/** Every marker, and every text that looks like one, begins with one of these. */
const SIGN = /[@＠﹫<＜﹤〈⟨]/u

const ALIKE: Readonly<Record<string, string>> = {
  圖: '图',
  視: '视',
  頻: '频',
  '〈': '<',
  '〉': '>',
  '⟨': '<',
  '⟩': '>',
}

/** Markers that refer to material, in the caller's and the model's notation, and text that looks like one. */
export function markersOf(prompt: string): Marker[] {
  if (!SIGN.test(prompt)) return []
  const { looks, starts, ends } = looksOf(prompt)
  return [...looks.matchAll(LOOKS)].map(({ 0: match, 1: callers, 2: own, index }) => {
    const text = prompt.slice(starts[index], ends[index + match.length - 1])
    const exact = EXACT.exec(text)
    return { text, kind: KINDS[(callers ?? own) as Word], number: exact ? Number(exact[1] ?? exact[2]) : null }
  })
}

/**
 * A text with each letter and digit in one form and without invisible characters, and the original position of each character.
 */
function looksOf(text: string): { looks: string; starts: readonly number[]; ends: readonly number[] } {
  let looks = ''
  const starts: number[] = []
  const ends: number[] = []
  let start = 0
  for (const char of text) {
    const end = start + char.length
    const plain = /\p{DI}/u.test(char) ? '' : char.normalize('NFKC').toLowerCase()
    const seen = ALIKE[plain] ?? plain
    for (let unit = 0; unit < seen.length; unit++) {
      starts.push(start)
      ends.push(end)
    }
    looks += seen
    start = end
  }
  return { looks, starts, ends }
}

/** The prompt with markers in the model's notation: `@图片2` → `<Picture 2>` (spec 4.1 prompt). */
export function toModelMarkers(prompt: string): string {
  return prompt.replace(WRITTEN, (_, word: Word, digits: string) => `<${KINDS[word]} ${digits}>`)
}
