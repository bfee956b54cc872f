import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { ErrorCode } from '../../src/errors.ts'
import { HEAD_BYTES, sniff } from '../../src/media/kinds.ts'
import { box, fullBox, m4a, mdat, moov, mp4, text, trak, u32 } from './boxes.ts'
import { corpus, probed, refused } from './stored.ts'

const UNSUPPORTED: ErrorCode = 'unsupported_media_type'

/** The same on every run. */
function random(length: number): Buffer {
  return createHash('shake256', { outputLength: length }).digest()
}

/** One frame of MPEG layer II, 417 bytes of 128 kbit/s at 44.1 kHz, and of ADTS AAC. */
const layerTwo = Buffer.concat([Buffer.from([0xff, 0xfd, 0x80, 0x00]), Buffer.alloc(413)])
const adts = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc]), Buffer.alloc(364)])
const many = (frame: Buffer) => Buffer.concat(Array.from({ length: 50 }, () => frame))

const OTHERS: Readonly<Record<string, Buffer>> = {
  zeros: Buffer.alloc(100_000),
  ones: Buffer.alloc(100_000, 0xff),
  'random bytes': random(100_000),
  'one byte': Buffer.from([0xff]),
  text: Buffer.from('moov mdat ftyp RIFF WAVE\n'.repeat(1000)),
  html: text('<!doctype html><html><body>\x89PNG\r\n\x1a\n</body></html>'),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
  gif: Buffer.concat([text('GIF89a'), random(500)]),
  bmp: Buffer.concat([text('BM'), u32(0x3680_0000), random(500)]),
  tiff: Buffer.concat([text('II*\0'), random(500)]),
  'big tiff': Buffer.concat([text('MM\0+'), random(500)]),
  ico: Buffer.concat([Buffer.from([0, 0, 1, 0]), random(500)]),
  jxl: Buffer.concat([u32(12), text('JXL \r\n\x87\n'), random(500)]),
  psd: Buffer.concat([text('8BPS\0\x01'), random(500)]),
  ogg: Buffer.concat([text('OggS\0\x02'), random(500)]),
  webm: Buffer.concat([text('\x1aE\xdf\xa3'), random(500)]),
  avi: Buffer.concat([text('RIFF\0\0\0\0AVI LIST'), random(500)]),
  flv: Buffer.concat([text('FLV\x01\x05'), random(500)]),
  asf: Buffer.concat([text('\x30\x26\xb2\x75\x8e\x66\xcf\x11'), random(500)]),
  'transport stream': many(Buffer.concat([text('G@\x11\x10'), Buffer.alloc(184)])),
  'program stream': Buffer.concat([text('\0\0\x01\xba'), random(500)]),
  h264: Buffer.concat([text('\0\0\0\x01\x67\x64\0\x1f'), random(500)]),
  aiff: Buffer.concat([text('FORM'), u32(500), text('AIFFCOMM'), random(500)]),
  rifx: Buffer.concat([text('RIFX'), u32(500), text('WAVEfmt '), random(500)]),
  w64: Buffer.concat([text('riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb'), random(500)]),
  au: Buffer.concat([text('.snd'), random(500)]),
  caf: Buffer.concat([text('caff\0\x01'), random(500)]),
  midi: Buffer.concat([text('MThd'), u32(6), random(500)]),
  amr: Buffer.concat([text('#!AMR\n'), random(500)]),
  adts: many(adts),
  'layer II': many(layerTwo),
  'layer II behind a tag': Buffer.concat([text('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(10), many(layerTwo)]),
  'adts behind a long tag': Buffer.concat([text('ID3\x03\0\0\0\x02\0\0'), Buffer.alloc(32_768), many(adts)]),
  zip: Buffer.concat([text('PK\x03\x04'), random(500)]),
  gzip: Buffer.concat([text('\x1f\x8b\x08\0'), random(500)]),
  pdf: Buffer.concat([text('%PDF-1.7\n'), random(500)]),
  elf: Buffer.concat([text('\x7fELF\x02\x01'), random(500)]),
  playlist: text('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'),
  'a segment alone': Buffer.concat([box('styp', text('msdh'), u32(0)), box('moof', fullBox('mfhd', 0, 1)), mdat]),
  'boxes of no movie': Buffer.concat([box('uuid', Buffer.alloc(16)), moov(trak())]),
}

test('a file of any other format is refused', async () => {
  for (const [name, bytes] of Object.entries(OTHERS)) {
    assert.equal(await refused(bytes), UNSUPPORTED, name)
    assert.equal(sniff(bytes.subarray(0, HEAD_BYTES)) === null || name.includes('long tag'), true, name)
  }
})

test('a file with only the start of an accepted format is refused as damaged', async () => {
  const begun: readonly (readonly [Buffer, ErrorCode])[] = [
    [text('\x89PNG\r\n\x1a\n'), 'media_unreadable'],
    [Buffer.concat([text('\xff\xd8\xff\xe0'), random(500)]), 'media_unreadable'],
    [Buffer.concat([text('RIFF\xff\0\0\0WEBPVP8X'), random(500)]), 'media_unreadable'],
    [Buffer.concat([mp4, random(500)]), 'media_unreadable'],
    [Buffer.concat([m4a, random(500)]), 'audio_duration_unreadable'],
    [Buffer.concat([text('RIFF\xff\0\0\0WAVE'), random(500)]), 'audio_duration_unreadable'],
    [Buffer.concat([text('fLaC'), random(500)]), 'audio_duration_unreadable'],
    [Buffer.concat([u32(0x7fff), text('moov'), random(500)]), 'media_unreadable'],
  ]
  for (const [bytes, code] of begun) assert.equal(await refused(bytes), code, bytes.toString('latin1', 0, 12))
})

test('an empty file is refused as empty', async () => {
  assert.equal(await refused(Buffer.alloc(0)), 'empty_file')
})

test('an mp4 has the size limit of audio or of video, by its contents', async () => {
  const huge = fullBox('free', 0).fill(0)
  huge.writeUInt32BE(50 * 1024 * 1024, 0)
  huge.write('free', 4)
  const padding = Buffer.concat([huge, Buffer.alloc(50 * 1024 * 1024 - huge.length)])
  assert.equal(await refused(mp4, padding, moov(trak({ handler: 'soun' }))), 'file_too_large')
  assert.equal((await probed(mp4, padding, moov(trak()))).kind, 'video')
})

test('the head identifies the kind of every accepted corpus file', async () => {
  const kinds = { 'rgb.png': 'image', 'cmyk.jpg': 'image', 'animated.webp': 'image', 'edit-list.mp4': 'video' }
  const sounds = {
    'big-id3-art.mp3': 'audio',
    'lavf.flac': 'audio',
    'chapters.m4a': 'audio',
    'no-samples.wav': 'audio',
  }
  for (const [filename, kind] of Object.entries({ ...kinds, ...sounds })) {
    assert.equal(sniff((await corpus(filename)).subarray(0, HEAD_BYTES))?.kind, kind, filename)
  }
})
