import { codePoints } from '../lib/text.ts'
import { PROMPT_MAX } from '../limits.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import { pick, type Wording } from './phrases.ts'
import { type Aspect, type Reading, readPrompt } from './reading.ts'

/**
 * The embedded optimiser. It does not change the author's text. It appends one sentence each for motion, camera, light, atmosphere
 * and detail, as far as the text leaves them open, in its language and suited to its subject. The same prompt gives the same
 * result, an optimised prompt does not change again, and sentences that would exceed the limit are left out.
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
  // In a list of shots each has its own camera and light, so only the sentences that connect them are added.
  if (shotList) return says.has('detail') ? [] : [sentence(wording.shotList)]
  // A reference video has its own camera and motion.
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

/** Adds a full stop if the text has none, so that the appended text is its own sentence. */
function closed(text: string, language: 'zh' | 'en'): string {
  if (/[.!?。！？…](?:["'”’」』》)）\]】]*)$/u.test(text)) return text
  // Matches only at the start of a run; otherwise a prompt of spaces would take quadratic time.
  return text.replace(/(?<![\s,，、;；:：])[\s,，、;；:：]+$/u, '') + (language === 'zh' ? '。' : '.')
}
