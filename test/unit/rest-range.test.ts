import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Conditions, failedCondition, isUnchanged, rangeOf } from '../../src/http/rest/range.ts'

const validators = { etag: '"tag"', lastModified: 'Fri, 27 Nov 2026 21:57:00 GMT' }
const none: Conditions = {
  range: undefined,
  ifRange: undefined,
  ifMatch: undefined,
  ifUnmodifiedSince: undefined,
  ifNoneMatch: undefined,
  ifModifiedSince: undefined,
}

const part = (range: string, size: number, ifRange?: string) => rangeOf({ ...none, range, ifRange }, size, validators)

test('every form of a range works on ten bytes', () => {
  const table: readonly (readonly [string, ReturnType<typeof rangeOf>])[] = [
    ['bytes=0-1', { start: 0, end: 1 }],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-10', { start: 0, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-11', { start: 0, end: 9 }],
    ['BYTES=2-3', { start: 2, end: 3 }],
    ['bytes= 2-3 ', { start: 2, end: 3 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-2', null],
    ['bytes=20-10', null],
    ['bytes=-', null],
    ['bytes=', null],
    ['bytes=0-1,3-4', null],
    ['bytes=+1-2', null],
    ['bits=0-1', null],
  ]
  for (const [range, expected] of table) assert.deepEqual(part(range, 10), expected, range)
})

test('no range of an empty file is satisfiable', () => {
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) assert.equal(part(range, 0), 'unsatisfiable')
})

test('If-Range accepts the strong tag and the exact date', () => {
  assert.deepEqual(part('bytes=0-1', 10, '"tag"'), { start: 0, end: 1 })
  assert.deepEqual(part('bytes=0-1', 10, validators.lastModified), { start: 0, end: 1 })
  for (const stale of ['W/"tag"', '"other"', 'tag', '']) assert.equal(part('bytes=0-1', 10, stale), null)
})

test('If-None-Match precedes If-Modified-Since and compares weakly', () => {
  const unchanged = (conditions: Partial<Conditions>) => isUnchanged({ ...none, ...conditions }, validators)
  assert.equal(unchanged({}), false)
  assert.equal(unchanged({ ifNoneMatch: '"a", "tag"' }), true)
  assert.equal(unchanged({ ifNoneMatch: 'W/"tag"' }), true)
  assert.equal(unchanged({ ifNoneMatch: 'tag' }), false)
  assert.equal(unchanged({ ifNoneMatch: '"a"', ifModifiedSince: validators.lastModified }), false)
  assert.equal(unchanged({ ifModifiedSince: 'nonsense' }), false)
})

test('a failed condition is named', () => {
  const failed = (conditions: Partial<Conditions>) => failedCondition({ ...none, ...conditions }, validators)
  assert.equal(failed({}), null)
  assert.equal(failed({ ifMatch: '"a", "tag"' }), null)
  assert.equal(failed({ ifMatch: '*' }), null)
  assert.equal(failed({ ifMatch: '"a"' }), 'If-Match')
  assert.equal(failed({ ifMatch: 'W/"tag"' }), 'If-Match')
  assert.equal(failed({ ifUnmodifiedSince: validators.lastModified }), null)
  assert.equal(failed({ ifUnmodifiedSince: 'Thu, 26 Nov 2026 00:00:00 GMT' }), 'If-Unmodified-Since')
  assert.equal(failed({ ifUnmodifiedSince: 'yesterday' }), null)
  assert.equal(failed({ ifMatch: '"tag"', ifUnmodifiedSince: 'Thu, 26 Nov 2026 00:00:00 GMT' }), null)
})
