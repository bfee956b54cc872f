import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertUsable, UnusablePrompt } from '../../src/prompt/check.ts'

const ORIGINAL = '@图片1 meets <Video 2>'

test('markers may be moved and repeated', () => {
  assertUsable(ORIGINAL, '<Video 2> sees @图片1, and @图片1 turns')
  assertUsable('𠮷', '𠮷'.repeat(7000))
})

const UNUSABLE = {
  empty: '',
  blank: ' \n',
  invisible: '\u200b',
  'too long': 'x'.repeat(7001),
  'a lost marker': '@图片1 alone',
  'an added marker': `${ORIGINAL} and @图片2`,
  'a translated marker': '<Picture 1> meets <Video 2>',
  'a changed number': '@图片12 meets <Video 2>',
  'a NUL': `${ORIGINAL}\0`,
  'a lone surrogate': `${ORIGINAL}\ud800`,
}

for (const [name, optimised] of Object.entries(UNUSABLE)) {
  test(`${name} is refused`, () => {
    assert.throws(() => assertUsable(ORIGINAL, optimised), UnusablePrompt)
  })
}
