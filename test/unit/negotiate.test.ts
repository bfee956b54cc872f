import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingOf, isHeld } from '../../src/http/negotiate.ts'

const anyOf = (accepted: string | null) => codingOf(accepted, () => true)

test('the shorter coding is used if the client accepts it, and none by default', () => {
  assert.deepEqual(
    [null, '', 'identity', 'gzip, deflate, br', 'GZIP', 'gzip;q=1.0, br;q=0.1', '*', 'brotli'].map(anyOf),
    [null, null, null, 'br', 'gzip', 'br', 'br', null],
  )
})

test('a coding of weight zero is not used, by name or wildcard', () => {
  assert.deepEqual(['br;q=0, gzip', 'br; q=0.000,gzip', 'gzip;q=0', '*;q=0', 'br, *;q=0', 'br;q=0, *'].map(anyOf), [
    'gzip',
    'gzip',
    null,
    null,
    'br',
    'gzip',
  ])
})

test('an unavailable coding is not selected', () => {
  assert.equal(
    codingOf('gzip, br', (coding) => coding === 'gzip'),
    'gzip',
  )
  assert.equal(
    codingOf('gzip, br', () => false),
    null,
  )
})

test('a tag matches in a list, as a weak tag, and by wildcard', () => {
  const held = (header: string) => isHeld(header, '"a"')
  assert.deepEqual(['"a"', 'W/"a"', '"b", "a"', '*', '"b"', 'a', ''].map(held), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
