import { type MarkerKind, markersOf } from '../media/markers.ts'
import { ASPECTS, CIRCUMSTANCES, NOT_SHOWN, SHOT_LIST, SUBJECTS } from './lexicon.ts'

export type Aspect = keyof typeof ASPECTS
export type Tag = keyof typeof SUBJECTS | keyof typeof CIRCUMSTANCES

/** What a prompt already says, and about what. */
export interface Reading {
  readonly language: 'zh' | 'en'
  readonly says: ReadonlySet<Aspect>
  /** At most one subject, and every circumstance. */
  readonly tags: ReadonlySet<Tag>
  /** The author's own word for the subject. */
  readonly subject: string | null
  readonly material: ReadonlySet<MarkerKind>
  readonly shotList: boolean
}

/** Reads a prompt in Chinese, English or both. */
export function readPrompt(prompt: string): Reading {
  const markers = markersOf(prompt)
  const written = new Set(markers.map((marker) => marker.text))
  const text = [...written].reduce((rest, each) => rest.replaceAll(each, ' '), prompt)
  const shown = text.replace(NOT_SHOWN, ' ')
  // How the camera moves is not how the subject does.
  const acted = shown.replace(/镜头[^，。；,;.]*|\bcamera\b[^,.;，。]*/giu, ' ')
  const subject = subjectOf(shown)
  const said = keysOf(ASPECTS).filter((aspect) => {
    if (aspect === 'motion') return ASPECTS.motion.test(acted) || CIRCUMSTANCES.fast.test(acted)
    return ASPECTS[aspect].test(text)
  })
  const holds = keysOf(CIRCUMSTANCES).filter((tag) => CIRCUMSTANCES[tag].test(shown))
  const tags: Tag[] = subject ? [subject.tag, ...holds] : holds
  return {
    language: languageOf(text, markers.length > 0),
    says: new Set(said),
    tags: new Set(tags),
    subject: subject?.word ?? null,
    material: new Set(markers.map(({ kind }) => kind)),
    shotList: SHOT_LIST.test(text),
  }
}

/** What is named first is what the shot is about; of two at one place, the earlier row of the table. */
function subjectOf(text: string): { readonly tag: Tag; readonly word: string } | null {
  let first: { tag: Tag; word: string; at: number } | null = null
  for (const tag of keysOf(SUBJECTS)) {
    const match = SUBJECTS[tag].exec(text)
    if (match && (first === null || match.index < first.at)) first = { tag, word: match[0], at: match.index }
  }
  if (first?.tag === 'person' && isMany(text.slice(0, first.at), first.word)) return { ...first, tag: 'people' }
  return first
}

/** 两个剑客, boxers. */
function isMany(before: string, word: string): boolean {
  return /(?:[两二三四五六七八九十几]|多)[个位名]?$|一[群对]$/u.test(before) || /[^s]s$/.test(word)
}

/** The dominant script; an English word carries about as much as one and a half Chinese characters. */
function languageOf(text: string, hasMarkers: boolean): 'zh' | 'en' {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const others = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  const words = text.match(/\p{Script=Latin}+/gu)?.length ?? 0
  if (han === 0 && words === 0) return hasMarkers && others === 0 ? 'zh' : 'en'
  return others === 0 && han > words * 1.5 ? 'zh' : 'en'
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[]
}
