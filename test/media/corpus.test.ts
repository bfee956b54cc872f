import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { DomainError, type ErrorCode } from '../../src/errors.ts'
import { createProber } from '../../src/media/prober.ts'

interface Entry {
  readonly filename: string
  readonly trueKind: 'image' | 'video' | 'audio' | 'other'
  readonly contentType: string | null
  readonly durationS: number | null
  readonly toleranceS: number | null
  readonly width: number | null
  readonly height: number | null
  readonly hasAudio?: boolean
  readonly verdict: 'accept' | 'reject' | 'either'
  readonly reason: string | null
}

const { files } = JSON.parse(readFileSync('test/corpus/manifest.json', 'utf8')) as { files: readonly Entry[] }

/** The error code for each fault in the manifest. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  unsupported_type: 'unsupported_media_type',
  unreadable: 'media_unreadable',
  audio_duration_unreadable: 'audio_duration_unreadable',
  image_too_large: 'image_too_large',
  empty_file: 'empty_file',
}

const prober = createProber()
after(() => prober.close())

for (const entry of files.filter(({ verdict }) => verdict !== 'reject')) {
  test(`${entry.filename} is probed as the corpus lists it`, async () => {
    const { kind, contentType, durationMs, width, height, hasAudio } = await prober.probe(
      `test/corpus/${entry.filename}`,
      'acc_one',
    )
    assert.deepEqual({ kind, contentType }, { kind: entry.trueKind, contentType: entry.contentType })
    assert.deepEqual({ width, height }, { width: entry.width, height: entry.height })
    if (entry.hasAudio !== undefined) assert.equal(hasAudio, entry.hasAudio)
    assert.equal(durationMs === null, entry.durationS === null)
    const off = Math.abs((durationMs ?? 0) / 1000 - (entry.durationS ?? 0))
    assert.ok(off <= (entry.toleranceS ?? 0), `${durationMs} ms`)
  })
}

for (const entry of files.filter(({ verdict }) => verdict === 'reject')) {
  test(`${entry.filename} is refused with its reason`, async () => {
    const expected = new DomainError(CODES[entry.reason ?? ''] ?? 'internal_error', '')
    await assert.rejects(prober.probe(`test/corpus/${entry.filename}`, 'acc_one'), (error) => {
      assert.ok(error instanceof DomainError)
      const { code, status, param } = error
      assert.deepEqual({ code, status, param }, { code: expected.code, status: expected.status, param: 'file' })
      return true
    })
  })
}

test('durations equal a full decode, to the millisecond for codecs with counted samples', async () => {
  const known = {
    'exactly-15s.mp3': 15_000,
    'cbr-info.mp3': 1000,
    'vbr-no-xing.mp3': 2808,
    'lavf.flac': 5000,
    'total-samples-0.flac': 2000,
    'data-size-0.wav': 2000,
    'size-ffffffff.wav': 2000,
    'header-lies-16s.mp4': 16_000,
    'fragmented-no-mehd.mp4': 3000,
    'edit-list.mp4': 9000,
  }
  for (const [filename, ms] of Object.entries(known)) {
    assert.equal((await prober.probe(`test/corpus/${filename}`, 'acc_one')).durationMs, ms, filename)
  }
})
