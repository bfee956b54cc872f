import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../src/errors.ts'
import { keptFilename } from '../../src/file/name.ts'

test('a name is its last part, without control characters, of at most 255 code points', () => {
  for (const [given, kept] of [
    ['a.png', 'a.png'],
    ['  湖 🌊.png ', '湖 🌊.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.png', 'a.png'],
    ['a\u0001\u007f\u0085\r\n\t\u2028b', 'ab'],
    ['🌊'.repeat(300), '🌊'.repeat(255)],
    ['.htaccess', '.htaccess'],
    ['a/', 'upload'],
    ['.', 'upload'],
    ['..', 'upload'],
    ['\u0007', 'upload'],
    ['', 'upload'],
    [null, 'upload'],
    [undefined, 'upload'],
  ] as const) {
    assert.equal(keptFilename(given), kept)
  }
})

test('what no text may hold is refused', () => {
  for (const given of ['a\0b', 'a\ud800', '\udc00/x']) {
    assert.throws(
      () => keptFilename(given),
      (error: unknown) => error instanceof DomainError && error.code === 'invalid_parameter' && error.param === 'file',
    )
  }
})
