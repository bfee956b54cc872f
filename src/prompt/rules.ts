import { codePoints } from '../lib/text.ts'
import { PROMPT_MAX } from '../limits.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import { pick, type Wording } from './phrases.ts'
import { type Aspect, type Reading, readPrompt } from './reading.ts'

/**
 * The embedded optimiser. The author's text stays as it is, to the letter; what it leaves open of motion, camera, light,
 * atmosphere and detail is said after it, one sentence each, in its own language and fitting what it is about. The same
 * prompt gives the same answer, a rewritten one itself, and what would not fit into a prompt is left out.
 */
export function rewritePrompt(prompt: string): string {
  const reading = readPrompt(prompt)
  const own = prompt.trim()
  const glue = own.includes('\n') ? '\n' : reading.language === 'zh' ? '' : ' '
  let text = own
  for (const sentence of additions(reading)) {
    const longer = text === '' ? sentence : `${closed(text, reading.language)}${glue}${sentence}`
    if (codePoints(longer) <= PROMPT_MAX) text = longer
  }
  return text
}

function additions(reading: Reading): string[] {
  const { says, material, shotList, language } = reading
  const wording = language === 'zh' ? CHINESE : ENGLISH
  const sentence = (text: string) => sentenceOf(text, reading, wording)
  const phrase = (aspect: Aspect) => pick(wording.phrases[aspect], reading.tags)
  // In a list of shots each has a camera and a light of its own: only what holds them together is missing.
  if (shotList) return says.has('detail') ? [] : [sentence(wording.shotList)]
  // A reference video brings its own camera and motion.
  const moving = says.has('motion') || material.has('Video')
  const [shot, movement] = (['shot', 'movement'] as const).map((aspect) =>
    says.has(aspect) || (aspect === 'movement' && material.has('Video')) ? '' : phrase(aspect),
  )
  const camera = [shot, movement].filter(Boolean).join(language === 'zh' ? '，' : '; ')
  const detail = material.has('Picture') ? wording.keptMaterial : phrase('detail')
  const found = [
    moving ? '' : phrase('motion'),
    camera,
    says.has('light') ? '' : phrase('light'),
    says.has('atmosphere') ? '' : phrase('atmosphere'),
    says.has('detail') ? '' : detail,
  ]
  return found.filter(Boolean).map(sentence)
}

const PRONOUN = /^(?:s?he|they|person|figure|[她他]们?|[一两三几]个人|两人)$/i
const ARTICLE = /^(?:an?|the) /

function sentenceOf(text: string, { subject, language }: Reading, { unnamed }: Wording): string {
  const word = subject === null || PRONOUN.test(subject) ? unnamed : subject.toLowerCase().replace(ARTICLE, '')
  const named = text.replaceAll('{subject}', language === 'zh' ? word : `the ${word}`)
  return language === 'zh' ? `${named}。` : `${named.charAt(0).toUpperCase()}${named.slice(1)}.`
}

/** A text that ends without a stop is given one, so that what follows is a sentence of its own. */
function closed(text: string, language: 'zh' | 'en'): string {
  if (/[.!?。！？…](?:["'”’」』》)）\]】]*)$/u.test(text)) return text
  // Looked for where a run begins only: else a prompt of spaces would take the square of its length.
  return text.replace(/(?<![\s,，、;；:：])[\s,，、;；:：]+$/u, '') + (language === 'zh' ? '。' : '.')
}
