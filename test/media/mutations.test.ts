import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { DomainError, type ErrorCode } from '../../src/errors.ts'
import { MEDIA_MAX_MS } from '../../src/media/limits.ts'
import { probeFile } from '../../src/media/probe.ts'
import { rounds } from '../support/rounds.ts'
import { folder } from './stored.ts'

const RUNS = rounds(100, 2000)

const files = readdirSync('test/corpus')
  .filter((filename) => !filename.endsWith('.json'))
  .map((filename) => ({ filename, bytes: readFileSync(`test/corpus/${filename}`) }))

const CODES: readonly ErrorCode[] = [
  'empty_file',
  'unsupported_media_type',
  'media_unreadable',
  'audio_duration_unreadable',
  'image_too_large',
]

const path = join(folder, 'mutated')

/** Any bytes give a billable duration or a refusal. */
async function assertJudged(bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes)
  try {
    const { kind, width, height, durationMs, contentType } = await probeFile(path)
    assert.equal(contentType.startsWith(`${kind}/`), true)
    const isSize = (side: number | null) => Number.isInteger(side) && (side ?? 0) > 0
    assert.equal(kind === 'audio' ? width === null && height === null : isSize(width) && isSize(height), true)
    const isDuration = Number.isInteger(durationMs) && (durationMs ?? 0) > 0 && (durationMs ?? 0) <= MEDIA_MAX_MS
    assert.equal(kind === 'image' ? durationMs === null : isDuration, true)
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error))
    assert.ok(CODES.includes(error.code), error.code)
    assert.equal(error.param, 'file')
  }
}

test('a corpus file truncated anywhere is accepted or refused', async () => {
  // Files of a kind begin alike.
  const seen = new Set<string>()
  for (const { bytes } of files) {
    const lengths = [1, 2, 3, 4, 7, 8, 9, 11, 12, 13, 15, 16, 20, 28, 36, 44, 100, 1000]
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(bytes.length * share))
    for (const length of [...lengths, ...shares, bytes.length - 4, bytes.length - 1]) {
      const part = bytes.subarray(0, length)
      const text = part.toString('latin1')
      if (length < 1 || length >= bytes.length || seen.has(text)) continue
      seen.add(text)
      await assertJudged(part)
    }
  }
})

/** Offsets of headers and tables: near both ends more often than in between. */
const place = fc.oneof(
  fc.nat({ max: 200 }).map((offset) => (length: number) => offset % length),
  fc.nat({ max: 2000 }).map((offset) => (length: number) => Math.max(0, length - 1 - offset)),
  fc.double({ min: 0, max: 0.999, noNaN: true }).map((share) => (length: number) => Math.floor(length * share)),
)
const value = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff), fc.nat({ max: 255 }))
const change = fc.record({
  place,
  how: fc.constantFrom('set', 'fill', 'insert', 'remove', 'repeat'),
  values: fc.array(value, { minLength: 1, maxLength: 8 }),
})

function changed(
  bytes: Buffer,
  { place: at, how, values }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Buffer {
  if (bytes.length === 0) return Buffer.from(values)
  const start = at(bytes.length)
  const given = Buffer.from(values)
  const [before, behind] = [bytes.subarray(0, start), bytes.subarray(start)]
  if (how === 'insert') return Buffer.concat([before, given, behind])
  if (how === 'remove') return Buffer.concat([before, behind.subarray(values.length)])
  if (how === 'repeat') return Buffer.concat([before, behind.subarray(0, 500), behind])
  const copy = Buffer.from(bytes)
  if (how === 'fill') copy.subarray(start, start + 100).fill(values[0] ?? 0)
  else given.copy(copy, start)
  return copy
}

test('a corpus file with random changes is accepted or refused', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...files),
    fc.array(change, { minLength: 1, maxLength: 5 }),
    ({ bytes }, changes) => assertJudged(changes.reduce(changed, bytes)),
  )
  await fc.assert(property, { numRuns: RUNS })
})
