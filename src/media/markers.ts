const KINDS = { 图片: 'Picture', 视频: 'Video', 音频: 'Audio' } as const

export type MarkerKind = (typeof KINDS)[keyof typeof KINDS]

export interface Marker {
  readonly text: string
  readonly kind: MarkerKind
  /** null where what follows is not a plain number: a leading zero, a full-width digit, a space and a digit. */
  readonly number: number | null
}

const WRITTEN = /@(图片|视频|音频)(?:([0-9０-９]+)|(?=\s[0-9０-９]))/gu
const OWN = /<(Picture|Video|Audio) ([0-9０-９]+)>/gu

/** Markers that refer to material, as callers write them and as the model does (spec 4.1 prompt; contract 4). */
export function markersOf(prompt: string): Marker[] {
  const found: Marker[] = []
  for (const [text, word, digits] of prompt.matchAll(WRITTEN)) {
    found.push({ text, kind: KINDS[word as keyof typeof KINDS], number: plainNumber(digits) })
  }
  for (const [text, kind, digits] of prompt.matchAll(OWN)) {
    found.push({ text, kind: kind as MarkerKind, number: plainNumber(digits) })
  }
  return found
}

function plainNumber(digits: string | undefined): number | null {
  return digits !== undefined && /^[1-9][0-9]*$/.test(digits) ? Number(digits) : null
}

/** The prompt in the model's own words: `@图片2` → `<Picture 2>` (spec 4.1 prompt). */
export function toModelMarkers(prompt: string): string {
  return prompt.replace(WRITTEN, (text, word: string, digits: string | undefined) =>
    digits === undefined ? text : `<${KINDS[word as keyof typeof KINDS]} ${digits}>`,
  )
}
