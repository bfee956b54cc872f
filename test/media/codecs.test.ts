import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probeFile } from '../../src/media/probe.ts'
import { box, m4a, mdat, moov, mov, mp4, TURNED, text, trak, u32 } from './boxes.ts'
import { probed, refused, stored } from './stored.ts'

const sounds = (format: string) =>
  trak({ id: 2, handler: 'soun', timescale: 8000, samples: 8, durations: [8, 1000], format })

test('a video with too large a frame is refused, in any sample description and any track', async () => {
  const large = { size: [16_000, 16_000] } as const
  const honest = trak()
  const files = {
    'its only track': moov(trak(large)),
    'lying on its side': moov(trak({ ...large, matrix: TURNED })),
    'a second track': moov(honest, trak({ id: 2, ...large })),
    'a track that is switched off': moov(honest, trak({ id: 2, enabled: false, ...large })),
    'a track without samples': moov(honest, trak({ id: 2, samples: 0, ...large })),
    'a picture beside sound': moov(sounds('mp4a'), honest, trak({ id: 3, ...large })),
    'stretched by the shape of its pixels': moov(trak({ size: [4000, 4000], pasp: [60, 1] })),
    'one pixel too many': moov(trak({ size: [6001, 6000] })),
  }
  for (const [name, file] of Object.entries(files))
    assert.equal(await refused(mp4, mdat, file), 'image_too_large', name)
  await assert.rejects(probeFile(await stored(mov, mdat, moov(trak({ format: 'hvc1', ...large })))), {
    status: 400,
    param: 'file',
    message: 'Each frame of a video may have at most 36 megapixels. Make it smaller.',
  })
})

test('8K video is accepted', async () => {
  const { width, height } = await probed(mp4, mdat, moov(trak({ size: [7680, 4320] })))
  assert.deepEqual([width, height], [7680, 4320])
  assert.equal((await probed(mp4, mdat, moov(trak({ size: [6000, 6000] })))).width, 6000)
})

test('further sample descriptions are checked like the first', async () => {
  const entry = (format: string, size: number) =>
    box(format, Buffer.alloc(24), u32(size * 0x10000 + size), Buffer.alloc(50))
  const with2 = (second: Buffer) => {
    const track = trak()
    const at = track.indexOf('stsd') - 4
    const length = track.readUInt32BE(at)
    const table = box('stsd', u32(0, 2), entry('avc1', 320), second)
    const longer = Buffer.concat([track.subarray(0, at), table, track.subarray(at + length)])
    for (const type of ['mdia', 'minf', 'stbl']) {
      const place = longer.indexOf(type) - 4
      longer.writeUInt32BE(longer.readUInt32BE(place) + table.length - length, place)
    }
    longer.writeUInt32BE(longer.length, 0)
    return moov(longer)
  }
  assert.equal((await probed(mp4, mdat, with2(entry('avc1', 640)))).kind, 'video')
  assert.equal(await refused(mp4, mdat, with2(entry('avc1', 16_000))), 'image_too_large')
  assert.equal(await refused(mp4, mdat, with2(entry('png ', 320))), 'unsupported_media_type')
})

const VIDEOS = [
  'avc1',
  'avc3',
  'hvc1',
  'hev1',
  'dvh1',
  'av01',
  'vp08',
  'vp09',
  'mp4v',
  'xdvc',
  'apch',
  'ap4h',
  'jpeg',
  'mjpa',
]
const OTHER_VIDEOS = [
  'png ',
  'tiff',
  'gif ',
  'raw ',
  'rle ',
  'SVQ3',
  'cvid',
  'rpza',
  'AVdn',
  'CFHD',
  'FFV1',
  'Hap1',
  'DXT1',
  'icod',
  'tscc',
  '8BPS',
]

test('a video is accepted by its codec', async () => {
  for (const format of VIDEOS) assert.equal((await probed(mov, mdat, moov(trak({ format })))).kind, 'video', format)
  for (const format of OTHER_VIDEOS) {
    assert.equal(await refused(mov, mdat, moov(trak({ format }))), 'unsupported_media_type', format)
  }
  await assert.rejects(probeFile(await stored(mov, mdat, moov(trak({ format: 'png ' })))), {
    status: 415,
    message: /unsupported codec\. Use H\.264, HEVC, /,
  })
})

test('an mp4v track is accepted by its actual codec', async () => {
  const of = async (object: number) => {
    const descriptor = [3, 25, 0, 0, 0, 4, 17, object, 0x11, 0, 0, 0]
    const esds = box('esds', u32(0), Buffer.from(descriptor), Buffer.alloc(20))
    const track = trak({ format: 'mp4v', pasp: [1, 1] })
    // Replaces the pixel aspect ratio box, with room to the end of the table.
    const at = track.indexOf('pasp') - 4
    const grown = Buffer.concat([track.subarray(0, at), esds, track.subarray(at + 16)])
    for (const type of ['mdia', 'minf', 'stbl', 'stsd', 'mp4v']) {
      const place = grown.indexOf(type) - 4
      grown.writeUInt32BE(grown.readUInt32BE(place) + esds.length - 16, place)
    }
    grown.writeUInt32BE(grown.length, 0)
    return moov(grown)
  }
  assert.equal((await probed(mp4, mdat, await of(0x20))).kind, 'video')
  assert.equal((await probed(mp4, mdat, await of(0x61))).kind, 'video')
  assert.equal(await refused(mp4, mdat, await of(0x6d)), 'unsupported_media_type')
  assert.equal(await refused(mp4, mdat, await of(0x6e)), 'unsupported_media_type')
})

test('audio is accepted by its codec', async () => {
  for (const format of ['mp4a', 'alac', 'fLaC', 'Opus', 'ac-3', 'ec-3', 'sowt', 'in24', 'ima4', 'ulaw', '.mp3']) {
    assert.equal((await probed(m4a, mdat, moov(sounds(format)))).kind, 'audio', format)
  }
  for (const format of ['samr', 'QDM2', 'dtsc', 'MAC3', 'agsm', 'nmos', 'mlpa', 'ac-4']) {
    assert.equal(await refused(m4a, mdat, moov(sounds(format))), 'unsupported_media_type', format)
  }
})

test('the audio codec of a video is not checked, because its audio is not used', async () => {
  assert.equal((await probed(mp4, mdat, moov(trak(), sounds('samr')))).kind, 'video')
})

test('a wav is accepted by its codec', async () => {
  const wav = (tag: number) => {
    const format = Buffer.alloc(24)
    format.write('fmt ', 0, 'latin1')
    format.writeUInt32LE(16, 4)
    for (const [index, value] of [tag, 1, 8000, 0, 8000, 0, 1, 8].entries()) format.writeUInt16LE(value, 8 + index * 2)
    const data = Buffer.alloc(8008)
    data.write('data', 0, 'latin1')
    data.writeUInt32LE(8000, 4)
    const body = Buffer.concat([text('WAVE'), format, data])
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    return Buffer.concat([text('RIFF'), size, body])
  }
  assert.equal((await probed(wav(1))).durationMs, 1000)
  // G.722, TrueSpeech, MPEG layer II, Windows Media, AAC, none.
  for (const tag of [0x28f, 0x22, 0x50, 0x161, 0xff, 0]) assert.equal(await refused(wav(tag)), 'unsupported_media_type')
})
