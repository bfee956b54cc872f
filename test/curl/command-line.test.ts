import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommandLine } from './command-line.ts'

test('a curl command of a guide is parsed', () => {
  const read = readCommandLine(['-sN', 'localhost:1/v1', '-H', 'X-Y: z', '-d', '{}', '-o', 'a.mp4'])
  assert.deepEqual(
    [read.url.href, read.method, read.headers['x-y'], read.data, read.output],
    ['http://localhost:1/v1', 'POST', 'z', '{}', 'a.mp4'],
  )
  assert.equal(read.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.equal(readCommandLine(['http://a/', '-H', 'Content-Type: a/b', '-d', '']).headers['content-type'], 'a/b')
  assert.deepEqual([readCommandLine(['a']).method, readCommandLine(['a', '-X', 'DELETE']).method], ['GET', 'DELETE'])
})

test('a curl command with an unknown option is refused', () => {
  for (const words of [['--compressed', 'a'], ['-sf', 'a'], ['-so', 'b', 'a'], ['-d', '@file', 'a'], ['a', 'b'], []]) {
    assert.throws(() => readCommandLine(words), Error, words.join(' '))
  }
  assert.throws(() => readCommandLine(['a', '-H', 'nothing']), /is malformed/)
  assert.throws(() => readCommandLine(['a', '-d']), /has no value/)
})
