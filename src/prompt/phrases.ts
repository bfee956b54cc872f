import type { Aspect, Tag } from './reading.ts'

type Condition = Tag | `!${Tag}`

/** Conditions that must all hold, and the phrase; `{subject}` stands for the author's own word. */
export type Phrase = readonly [when: readonly Condition[], text: string]

/** The first phrase that holds is taken; the last one always does. */
export type Phrases = readonly Phrase[]

/** A language's phrases. */
export interface Wording {
  readonly phrases: Readonly<Record<Aspect, Phrases>>
  /** Where material is referred to, what it shows is what is to be seen. */
  readonly keptMaterial: string
  readonly shotList: string
  /** For a subject that is not to be named again, such as a pronoun. */
  readonly unnamed: string
}

export function pick(phrases: Phrases, tags: ReadonlySet<Tag>): string {
  const holds = (condition: Condition) =>
    condition.startsWith('!') ? !tags.has(condition.slice(1) as Tag) : tags.has(condition as Tag)
  return phrases.find(([when]) => when.every(holds))?.[1] ?? ''
}
