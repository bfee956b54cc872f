import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../src/errors.ts'
import { keptFilename } from '../../src/file/name.ts'
import { HIDING, JOINING } from '../support/names.ts'

test('a name is its last path segment, of at most 255 code points', () => {
  for (const [given, kept] of [
    ['a.png', 'a.png'],
    ['  湖 🌊.png ', '湖 🌊.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.png', 'a.png'],
    ['🌊'.repeat(300), '🌊'.repeat(255)],
    ['.htaccess', '.htaccess'],
    ['a/', 'upload'],
    ['.', 'upload'],
    ['..', 'upload'],
    ['', 'upload'],
    [null, 'upload'],
    [undefined, 'upload'],
  ] as const) {
    assert.equal(keptFilename(given), kept)
  }
})

test('names that need joiners are unchanged', () => {
  for (const name of JOINING) assert.equal(keptFilename(name), name)
})

test('names with NUL, lone surrogates or hidden characters are refused', () => {
  for (const given of ['a\0b', 'a\ud800', '\udc00/x', ...HIDING.map(([name]) => name)]) {
    assert.throws(
      () => keptFilename(given),
      (error: unknown) => error instanceof DomainError && error.code === 'invalid_parameter' && error.param === 'file',
    )
  }
})
