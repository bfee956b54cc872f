import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExact, parseExact } from '../../src/lib/json.ts'

test('a number is exact if it converts back to the same value', () => {
  for (const text of [
    '0',
    '-0',
    '0.0',
    '5',
    '5.0',
    '5.000000000000000000000',
    '0.1',
    '-6.125',
    '1e3',
    '1.5E-7',
    '50e-1',
  ]) {
    assert.equal(isExact(text), true, text)
  }
  for (const text of ['9007199254740992', '2147483647', '100000000000000000000', '0.30000000000000004', '1e308']) {
    assert.equal(isExact(text), true, text)
  }
  for (const text of [
    '5.0000000000000000001',
    '4.9999999999999999999',
    '9007199254740993',
    '1e400',
    '1e-999',
    '0.1e-400',
  ]) {
    assert.equal(isExact(text), false, text)
  }
})

test('an inexact number is NaN anywhere, and all else is unchanged', () => {
  const text = '{"a":[1,5.0000000000000000001,{"b":1e400}],"c":"5.0000000000000000001","d":0.1}'
  assert.deepEqual(parseExact(text), { a: [1, Number.NaN, { b: Number.NaN }], c: '5.0000000000000000001', d: 0.1 })
})
