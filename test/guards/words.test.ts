import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Words and phrases of docs/style.md that can be found without false alarms, with what to write instead. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(told|tells?|telling|tellers?)\b/i, 'say, report, describe, return, notify, send, render'],
  [/\bwho (does|waits|stops|has done)\b/i, 'a worker, client, caller or process that …'],
  [/\b(is is|was is|are are)\b/i, 'a noun instead of “what”'],
  [/\b(lest|heeds?|heeded|anew)\b/i, 'so that not · follow, obey · again'],
  [/\b(once more|by now|as of now|of use)\b/i, 'again · now · useful'],
  [/\bthe other way (round|around)\b/i, 'the case itself'],
  [/\band so on\b/i, 'the rest of the list'],
  [/\bhand(s|ed|ing)? (over|out)\b/i, 'deliver, pass, return'],
  [/\bwhosever|whomever|whoever’s\b/i, 'of any account, caller or process'],
  [/\b(know|knows|known) it by\b/i, 'recognise it by'],
  [/\b(afresh|all the while|all along|as ever|of our own)\b/i, 'again · throughout · as before · own, separate'],
  [/\bof (its|their) own\b/i, 'its own …, separate'],
  [/\bwhoever\b/i, 'every account, caller or process that …'],
  [/\b(passed over|read past|let be)\b/i, 'skipped, ignored'],
  [/\b(is|was|are|were) said to\b/i, 'the statement itself, or who makes it'],
  [/\bwhat (is|was) no\b/i, 'a noun with “not” or “invalid”'],
]

/** Files that may contain them. */
const EXCEPTIONS: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^docs\/style\.md$/, 'it quotes them'],
  [/^CHANGELOG\.md$/, 'a record of past releases'],
  [/^prisma\/migrations\//, 'applied migrations never change'],
  [/^test\/guards\/(words\.test\.ts|released\.graphql)$/, 'the list itself; the released schema'],
  [/\/generated\//, 'written by a tool'],
  [/^bench\//, 'a separate package with its own records'],
]

interface Finding {
  readonly line: number
  readonly phrase: string
  readonly instead: string
}

/** Comments and strings of a TypeScript text, with everything else blanked; line breaks stay. */
function prose(text: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
  let result = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(token)) {
    result += text.slice(end, index).replace(/[^\n]/g, ' ')
    // Code in the holes of a template is not prose.
    result += found.replace(/\$\{[^{}]*\}/g, (hole) => hole.replace(/[^\n]/g, ' ').replace(/^./, '…'))
    end = index + found.length
  }
  return result + text.slice(end).replace(/[^\n]/g, ' ')
}

/** Forbidden phrases of a text, also across a line break. */
function findingsIn(text: string): Finding[] {
  const flat = text.replace(/\n[ \t]*(\*|\/\/|#|>)?[ \t]*/g, (gap) => ' '.repeat(gap.length))
  return FORBIDDEN.flatMap(([pattern, instead]) =>
    [...flat.matchAll(new RegExp(pattern.source.replaceAll(' ', ' +'), 'gi'))].map(({ 0: phrase, index }) => ({
      line: text.slice(0, index).split('\n').length,
      phrase: phrase.replace(/\s+/g, ' '),
      instead,
    })),
  ).sort((a, b) => a.line - b.line)
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|md|prisma|graphql)$|^\.env\.example$/.test(path))
  .filter((path) => !EXCEPTIONS.some(([exception]) => exception.test(path)))

test('no comment, string, document or test title has a word that docs/style.md forbids', () => {
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const findings = findingsIn(/\.(tsx?|mjs)$/.test(path) ? prose(text) : text)
    return findings.map(({ line, phrase, instead }) => `${path}:${line}: “${phrase}”; write: ${instead}`)
  })
  assert.deepEqual(found, [])
})

test('a forbidden word is found in a comment, a string and across a line break, but not in code', () => {
  const text =
    '// It tells a lie.\nconst told = tell(`$' + "{told} and\n  told`)\n/**\n * Done once\n * more.\n */\nf('by now')\n"
  assert.deepEqual(
    findingsIn(prose(text)).map(({ line, phrase }) => [line, phrase]),
    [
      [1, 'tells'],
      [3, 'told'],
      [5, 'once more'],
      [8, 'by now'],
    ],
  )
})
