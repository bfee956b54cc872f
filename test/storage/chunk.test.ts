import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOWNLOAD_CHUNK_BYTES } from '../../src/limits.ts'
import { giveBack, takeChunk } from '../../src/storage/chunk.ts'

test('a returned chunk is the next one lent, whole', () => {
  const first = takeChunk()
  giveBack(first.subarray(3, 5))
  const next = takeChunk()
  assert.equal(next.buffer, first.buffer)
  assert.equal(next.length, DOWNLOAD_CHUNK_BYTES)
})

test('a chunk returned twice is lent once, and another pool’s buffer never', () => {
  const chunk = takeChunk()
  giveBack(chunk)
  giveBack(chunk)
  const foreign = Buffer.alloc(DOWNLOAD_CHUNK_BYTES)
  giveBack(foreign)
  const lent = [takeChunk(), takeChunk(), takeChunk()].map(({ buffer }) => buffer)
  assert.equal(lent.filter((buffer) => buffer === chunk.buffer).length, 1)
  assert.ok(!lent.includes(foreign.buffer))
})
