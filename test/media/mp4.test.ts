import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import type { Media } from '../../src/media/media.ts'
import { probeFile } from '../../src/media/probe.ts'
import { box, fullBox, m4a, mdat, moov, mov, mp4, TURNED, text, trak, u32 } from './boxes.ts'
import { corpus, probed, refused, sound } from './stored.ts'

const SECOND: Media = {
  kind: 'video',
  contentType: 'video/mp4',
  width: 320,
  height: 240,
  durationMs: 1000,
  hasAudio: false,
}
const mp4a = { handler: 'soun', timescale: 8000, samples: 8, durations: [8, 1000] } as const

test('duration headers are ignored, and a short table of durations is extended', async () => {
  assert.deepEqual(await probed(mp4, mdat, moov(trak())), SECOND)
  assert.deepEqual(await probed(mp4, mdat, moov(trak({ samples: 24, durations: [1, 1000] }))), SECOND)
  assert.deepEqual(await probed(mp4, mdat, moov(trak({ samples: 24, durations: [48, 1000] }))), SECOND)
})

test('frames are counted in display order, also with negative offsets', async () => {
  const offsets = [1, 2000, 1, 5000, 1, 2000, 1, 0, 1, 1000, 19, 2000]
  assert.deepEqual(await probed(mp4, mdat, moov(trak({ offsets }))), SECOND)
  assert.deepEqual(await probed(mp4, mdat, moov(trak({ offsets: [24, -1000] }))), SECOND)
})

test('parts removed by an edit list and empty edits do not count', async () => {
  const lasts = async (...edits: readonly number[]) => (await probed(mp4, mdat, moov(trak({ edits })))).durationMs
  assert.equal(await lasts(500, 0), 500)
  assert.equal(await lasts(0, 6000), 750)
  assert.equal(await lasts(2000, -1, 1000, 0), 1000, 'a late start')
  assert.equal(await lasts(250, 0, 100, -1, 250, 12_000), 600, 'two parts with a gap')
  assert.equal(await lasts(1000, 0, 1000, 0), 2000, 'shown twice')
  assert.equal(await lasts(1000, 48_000), 1000, 'after the end')
})

test('a size is given upright and in square pixels', async () => {
  const sizes = async (shape: Parameters<typeof trak>[0]) => {
    const { width, height } = await probed(mp4, mdat, moov(trak(shape)))
    return [width, height]
  }
  assert.deepEqual(await sizes({ matrix: TURNED }), [240, 320])
  assert.deepEqual(await sizes({ size: [720, 576], pasp: [64, 45] }), [1024, 576])
  assert.deepEqual(await sizes({ size: [720, 480], pasp: [8, 9] }), [720, 540])
  assert.deepEqual(await sizes({ size: [720, 576], pasp: [64, 45], matrix: TURNED }), [576, 1024])
  assert.deepEqual(await sizes({ size: [800, 640], shown: [1138, 640] }), [1138, 640])
  assert.deepEqual(await sizes({ pasp: [0, 0] }), [320, 240])
  assert.deepEqual(await sizes({ pasp: [0xffff_ffff, 1] }), [320, 240])
})

test('the longest of several tracks sets the duration, and the first enabled one the size', async () => {
  const other = trak({ id: 2, enabled: false, size: [64, 64], durations: [24, 3000] })
  const found = { ...SECOND, durationMs: 3000 }
  assert.deepEqual(await probed(mp4, mdat, moov(other, trak())), found)
  assert.deepEqual(await probed(mp4, mdat, moov(trak(), other)), found)
  const twin = trak({ samples: 1, durations: [1, 100] })
  assert.deepEqual(await probed(mp4, mdat, moov(trak(), twin)), SECOND, 'two with the same id')
})

test('a file without video tracks is audio', async () => {
  const audio = trak({ id: 2, ...mp4a })
  assert.deepEqual(await probed(mp4, mdat, moov(audio)), sound('audio/mp4', 1000))
  assert.deepEqual(await probed(mov, mdat, moov(audio)), sound('audio/mp4', 1000))
  const code = trak({ handler: 'tmcd', format: 'tmcd' })
  assert.deepEqual(await probed(mp4, mdat, moov(code, audio)), sound('audio/mp4', 1000))
  assert.deepEqual(await probed(mp4, mdat, moov(trak({ samples: 0 }), audio)), sound('audio/mp4', 1000))
})

test('artwork and chapter images do not make audio a video', async () => {
  const cover = trak({ format: 'jpeg', samples: 1 })
  const chapters = trak({ format: 'jpeg', samples: 4 })
  for (const parts of [[cover], [chapters]]) {
    assert.deepEqual(await probed(m4a, mdat, moov(...parts, trak({ id: 2, ...mp4a }))), sound('audio/mp4', 1000))
  }
  assert.deepEqual(await probed(mp4, mdat, moov(cover, trak({ id: 2, ...mp4a }))), sound('audio/mp4', 1000))
  const referring = trak({ id: 2, ...mp4a, chapters: 1 })
  assert.deepEqual(await probed(mp4, mdat, moov(chapters, referring)), sound('audio/mp4', 1000))
})

test('a file with moving pictures is a video, whatever its brand or codec', async () => {
  const both = moov(trak(), trak({ id: 2, ...mp4a }))
  assert.deepEqual(await probed(m4a, mdat, both), { ...SECOND, hasAudio: true })
  const jpegs = moov(trak({ format: 'jpeg' }), trak({ id: 2, ...mp4a }))
  assert.deepEqual(await probed(mov, mdat, jpegs), { ...SECOND, contentType: 'video/quicktime', hasAudio: true })
})

test('a mov may begin with any of its atoms, also a long one', async () => {
  const found = { ...SECOND, contentType: 'video/quicktime' }
  const wide = box('wide')
  const long = Buffer.concat([u32(1), text('mdat'), u32(0, 1016), Buffer.alloc(1000)])
  for (const parts of [
    [moov(trak()), mdat],
    [wide, mdat, moov(trak())],
    [mdat, moov(trak())],
    [wide, long, moov(trak())],
  ]) {
    assert.deepEqual(await probed(...parts), found)
  }
  const last = Buffer.concat([u32(0), text('mdat'), Buffer.alloc(1000)])
  assert.deepEqual(await probed(mov, moov(trak()), last), found)
})

test('an encrypted file is refused', async () => {
  for (const format of ['encv', 'drmi'])
    assert.equal(await refused(mp4, mdat, moov(trak({ format }))), 'media_unreadable')
  assert.equal(await refused(mp4, mdat, moov(trak(), trak({ id: 2, ...mp4a, format: 'enca' }))), 'media_unreadable')
  assert.equal(await refused(m4a, mdat, moov(trak({ ...mp4a, format: 'drms' }))), 'media_unreadable')
})

test('a file without a duration is refused', async () => {
  const video = async (shape: Parameters<typeof trak>[0]) =>
    assert.equal(await refused(mp4, mdat, moov(trak(shape))), 'media_unreadable')
  await video({ timescale: 0 })
  await video({ samples: 0 })
  await video({ durations: [] })
  await video({ durations: [24, 0] })
  await video({ size: [0, 240] })
  await video({ timescale: 1, durations: [24, 3600] })
  assert.equal(await refused(m4a, mdat, moov(trak({ ...mp4a, samples: 0 }))), 'audio_duration_unreadable')
  assert.equal(await refused(m4a, mdat), 'audio_duration_unreadable')
  assert.equal(await refused(mp4, mdat, moov()), 'media_unreadable')
  assert.equal(await refused(mp4, mdat, moov(box('cmov', Buffer.alloc(100)))), 'media_unreadable')
  const many = Array.from({ length: 65 }, (_, index) => trak({ id: index + 1 }))
  assert.equal(await refused(mp4, mdat, moov(...many)), 'media_unreadable')
})

test('a truncated movie is refused, with missing samples or half of its movie box', async () => {
  assert.equal(await refused(mp4, mdat, moov(trak({ bytes: 1000 }))), 'media_unreadable')
  assert.equal(await refused(mp4, mdat, moov(trak({ at: 0x7fff_ffff }))), 'media_unreadable')
  const whole = Buffer.concat([mp4, mdat, moov(trak())])
  assert.equal(await refused(whole.subarray(0, -4)), 'media_unreadable')
})

const MOOF_BASE = 0x2_0000
const init = moov(trak({ samples: 0, durations: [] }), box('mvex', fullBox('trex', 0, 1, 1, 1000, 10, 0)))

function fragment(time: number | null, ...runs: readonly Buffer[]): Buffer {
  const clock = time === null ? [] : [fullBox('tfdt', 0, time)]
  return box('moof', fullBox('mfhd', 0, 1), box('traf', fullBox('tfhd', MOOF_BASE, 1), ...clock, ...runs))
}

test('fragments in any order count, and samples of the movie box too', async () => {
  const run = fullBox('trun', 0, 12)
  assert.deepEqual(await probed(mp4, init, fragment(0, run), mdat, fragment(12_000, run), mdat), SECOND)
  assert.deepEqual(await probed(mp4, init, fragment(12_000, run), mdat, fragment(0, run), mdat), SECOND)
  assert.deepEqual(await probed(mp4, init, fragment(null, run), mdat, fragment(null, run), mdat), SECOND)
  assert.deepEqual(await probed(mp4, init, fragment(48_000, run, run), mdat), SECOND, 'a segment of a stream')
  const own = moov(trak({ samples: 12 }), box('mvex', fullBox('trex', 0, 1, 1, 1000, 10, 0)))
  assert.deepEqual(await probed(mp4, mdat, own, fragment(null, run), mdat), SECOND)
})

test('samples of a fragment may have individual durations, sizes and offsets', async () => {
  const fields = Array.from({ length: 12 }, (_, index) => [2000, 10, index % 2 === 0 ? 4000 : 0]).flat()
  const run = fullBox('trun', 0xb01, 12, 100, ...fields)
  // Displayed in pairs of swapped order, from 2000 on.
  assert.deepEqual(await probed(mp4, init, fragment(0, run), mdat), { ...SECOND, durationMs: 1000 })
})

test('the existing part of a truncated fragmented recording counts', async () => {
  const run = fullBox('trun', 0, 0xffff_ffff)
  const file = Buffer.concat([mp4, init, fragment(0, run), Buffer.alloc(1000)])
  const { durationMs } = await probed(file)
  const first = mp4.length + init.length
  assert.equal(durationMs, Math.round(Math.floor((file.length - first) / 10) * (1000 / 24)))
  assert.equal(await refused(mp4, init), 'media_unreadable')
})

/** Where mediabunny counts correctly, both readers agree. */
test('mediabunny reads the same values', async () => {
  const files = ['black-10s.mp4', 'moov-at-end.mp4', 'fragmented-20s.mp4', 'fragmented-no-mehd.mp4', 'rotated-90.mp4']
  files.push('anamorphic-sar.mp4', 'edit-list.mp4', 'video-only.mov', 'header-lies-16s.mp4')
  for (const filename of files) {
    const path = `test/corpus/${filename}`
    using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
    const track = await input.getPrimaryVideoTrack()
    assert.ok(track)
    const seconds = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp())
    const { durationMs, width, height } = await probeFile(path)
    assert.deepEqual(
      { durationMs, width, height },
      {
        durationMs: Math.round(seconds * 1000),
        width: await track.getDisplayWidth(),
        height: await track.getDisplayHeight(),
      },
      filename,
    )
  }
})

test('a file of another kind in the same container is refused', async () => {
  const movie = moov(trak())
  for (const brand of [
    'heic',
    'heix',
    'mif1',
    'msf1',
    'avif',
    'avis',
    '3gp4',
    '3g2a',
    'jp2 ',
    'mjp2',
    'crx ',
    'zzzz',
  ]) {
    const head = box('ftyp', text(brand), u32(0), text(brand === 'zzzz' ? 'yyyy' : 'isom'))
    assert.equal(await refused(head, mdat, movie), 'unsupported_media_type', brand)
  }
  const segment = (await corpus('fragmented-20s.mp4')).subarray(4000)
  assert.equal(await refused(box('styp', text('msdh'), u32(0)), segment), 'unsupported_media_type')
})
