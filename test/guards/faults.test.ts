import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { FAULTS } from '../faults/all.ts'
import { type Fault, sectionOf } from '../faults/fault.ts'

/** The test files of each rule, by its number. */
const heldBy = new Map(
  readFileSync('docs/specification.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [0-9]/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([number = '', , held = '']) => [number, held.split('<br>').map((each) => each.split(' › ')[0])]),
)

const show = ({ rule, file, find }: Fault) => `${rule}: ${file}: ${find}`

test('every section of the specification has two faults', () => {
  const sections = new Set([...heldBy.keys()].map(sectionOf))
  assert.ok(sections.size > 20)
  assert.deepEqual(
    [...sections].filter((section) => FAULTS.filter(({ rule }) => sectionOf(rule) === section).length < 2),
    [],
  )
})

test('a fault replaces one passage of a product file by valid code', () => {
  const wrong = FAULTS.filter(({ file, find, replace }) => {
    if (!/^(src|workers|schema|prisma)\//.test(file) || !existsSync(file) || find === replace) return true
    const text = readFileSync(file, 'utf8')
    if (text.split(find).length !== 2) return true
    return file.endsWith('.ts') && !isCode(text.replace(find, () => replace))
  })
  assert.deepEqual(wrong.map(show), [])
})

function isCode(text: string): boolean {
  try {
    return stripTypeScriptTypes(text) !== ''
  } catch {
    return false
  }
}

test('a fault names tests that its rule names, and no two faults are equal', () => {
  const wrong = FAULTS.filter(
    ({ rule, tests }) =>
      tests.length === 0 || !tests.every((path) => existsSync(path) && heldBy.get(rule)?.includes(path)),
  )
  assert.deepEqual(wrong.map(show), [])
  const names = FAULTS.map((fault) => `${fault.file} ${fault.find} ${fault.replace}`)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})
