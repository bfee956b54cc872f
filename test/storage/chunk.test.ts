import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOWNLOAD_CHUNK_BYTES } from '../../src/limits.ts'
import { giveBack, takeChunk } from '../../src/storage/chunk.ts'

test('a chunk that was given back is the next one, whole', () => {
  const first = takeChunk()
  giveBack(first.subarray(3, 5))
  const next = takeChunk()
  assert.equal(next.buffer, first.buffer)
  assert.equal(next.length, DOWNLOAD_CHUNK_BYTES)
})

test('a chunk given back twice is lent once, and a buffer of others never', () => {
  const chunk = takeChunk()
  giveBack(chunk)
  giveBack(chunk)
  const foreign = Buffer.alloc(DOWNLOAD_CHUNK_BYTES)
  giveBack(foreign)
  const lent = [takeChunk(), takeChunk(), takeChunk()].map(({ buffer }) => buffer)
  assert.equal(lent.filter((buffer) => buffer === chunk.buffer).length, 1)
  assert.ok(!lent.includes(foreign.buffer))
})
