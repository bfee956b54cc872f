import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingOf, isHeld } from '../../src/http/negotiate.ts'

const anyOf = (accepted: string | null) => codingOf(accepted, () => true)

test('the shorter coding is taken where the client takes it, none where it says nothing', () => {
  assert.deepEqual(
    [null, '', 'identity', 'gzip, deflate, br', 'GZIP', 'gzip;q=1.0, br;q=0.1', '*', 'brotli'].map(anyOf),
    [null, null, null, 'br', 'gzip', 'br', 'br', null],
  )
})

test('a coding of weight zero is not taken, by name or by star', () => {
  assert.deepEqual(['br;q=0, gzip', 'br; q=0.000,gzip', 'gzip;q=0', '*;q=0', 'br, *;q=0', 'br;q=0, *'].map(anyOf), [
    'gzip',
    'gzip',
    null,
    null,
    'br',
    'gzip',
  ])
})

test('what is not there is not chosen', () => {
  assert.equal(
    codingOf('gzip, br', (coding) => coding === 'gzip'),
    'gzip',
  )
  assert.equal(
    codingOf('gzip, br', () => false),
    null,
  )
})

test('bytes are held under their tag in a list, a weak one, or any', () => {
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
