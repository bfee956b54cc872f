import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns, type Turns } from '../../src/lib/turns.ts'

const ROOMY = { own: 100, all: 1000 }

function fill(turns: Turns<string>, items: string): void {
  for (const item of items.split(' ')) assert.equal(turns.add(item.slice(0, 1), item), null)
}

function takeAll(turns: Turns<string>): string {
  return Array.from({ length: turns.size }, () => turns.next()).join(' ')
}

test('accounts take turns, and each account’s entries stay in order', () => {
  const turns = createTurns<string>(ROOMY)
  fill(turns, 'a1 a2 a3 a4 b1 c1 c2')
  assert.equal(takeAll(turns), 'a1 b1 c1 a2 c2 a3 a4')
  assert.equal(turns.next(), undefined)
})

test('a late or returning account waits for at most one entry of each other account', () => {
  const turns = createTurns<string>(ROOMY)
  fill(turns, 'a1 a2 a3')
  assert.equal(turns.next(), 'a1')
  fill(turns, 'b1')
  assert.equal([turns.next(), turns.next()].join(' '), 'a2 b1')
  fill(turns, 'b2')
  assert.equal(takeAll(turns), 'a3 b2')
})

test('an account that is not eligible now is skipped and keeps its position', () => {
  const turns = createTurns<string>(ROOMY)
  fill(turns, 'a1 a2 b1 b2')
  assert.equal(
    turns.next((account) => account !== 'a'),
    'b1',
  )
  assert.equal(
    turns.next(() => false),
    undefined,
  )
  assert.equal(takeAll(turns), 'a1 b2 a2')
})

test('entries are limited for each account and in total, and every account may have one', () => {
  const turns = createTurns<string>({ own: 3, all: 5 })
  fill(turns, 'a1 a2 a3 b1 b2')
  assert.deepEqual([turns.add('a', 'a4'), turns.add('b', 'b3'), turns.add('c', 'c1')], ['own', 'all', null])
  assert.equal(turns.add('c', 'c2'), 'all')
  assert.equal(turns.size, 6)
  assert.equal(takeAll(turns), 'a1 b1 c1 a2 b2 a3')
  assert.equal(turns.add('a', 'a5'), null)
})
