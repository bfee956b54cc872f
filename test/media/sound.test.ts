import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text, u32 } from './boxes.ts'
import { corpus, probed, refused, sound } from './stored.ts'

const RATE = 8000

function u16le(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function u32le(...values: readonly number[]): Buffer {
  return u32(...values).swap32()
}

/** Chunks are padded to even lengths; `size` may be wrong. */
function chunk(id: string, content: Buffer, size = content.length): Buffer {
  return Buffer.concat([text(id), u32le(size), content, Buffer.alloc(content.length % 2)])
}

interface Format {
  readonly tag?: number
  readonly channels?: number
  readonly rate?: number
  readonly block?: number
  readonly bits?: number
  readonly more?: Buffer
}

function fmt({ tag = 1, channels = 1, rate = RATE, block = 2, bits = 16, more = u16le() }: Format = {}): Buffer {
  return chunk('fmt ', Buffer.concat([u16le(tag, channels), u32le(rate, rate * block), u16le(block, bits), more]))
}

function wav(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([text('RIFF'), u32le(0), text('WAVE'), ...chunks])
}

const data = (bytes: number, size = bytes) => chunk('data', Buffer.alloc(bytes), size)

async function wavMs(...chunks: readonly Buffer[]): Promise<number | null> {
  const { durationMs, ...media } = await probed(wav(...chunks))
  assert.deepEqual({ ...media, durationMs }, sound('audio/wav', durationMs ?? 0))
  return durationMs
}

test('the duration of a wav comes from its bytes, not its size fields', async () => {
  for (const size of [0, 0xffff_ffff, 1_000_000, 32_000])
    assert.equal(await wavMs(fmt(), data(32_000, size)), 2000, `${size}`)
  assert.equal(await wavMs(fmt(), data(32_000, 16_000)), 1000)
  assert.equal(await wavMs(fmt(), data(2)), 1, 'never 0')
})

test('chunks before the audio data are skipped, also without padding', async () => {
  const odd = chunk('LIST', text('INFOISFT\x05\0\0\0Lavf\0'))
  assert.equal(odd.length % 2, 0)
  assert.equal(await wavMs(chunk('JUNK', Buffer.alloc(28)), fmt(), odd, data(32_000)), 2000)
  assert.equal(await wavMs(fmt(), odd.subarray(0, -1), data(32_000)), 2000)
})

test('RF64 has its length in ds64', async () => {
  const ds64 = chunk('ds64', Buffer.concat([u32le(0, 0, 16_000, 0, 8000, 0), u32le(0)]))
  const file = wav(ds64, fmt(), data(16_000, 0xffff_ffff), chunk('LIST', Buffer.alloc(4000)))
  for (const id of ['RF64', 'BW64']) {
    assert.deepEqual(await probed(text(id), file.subarray(4)), sound('audio/wav', 1000))
  }
})

test('samples are counted by the rules of each codec', async () => {
  const shapes: readonly (readonly [name: string, format: Format, bytes: number])[] = [
    ['8 bits', { block: 1, bits: 8 }, RATE],
    ['24 bits', { block: 3, bits: 24 }, RATE * 3],
    ['24 bits in four bytes', { block: 4, bits: 24 }, RATE * 4],
    ['12 bits', { bits: 12 }, RATE * 2],
    ['no bits', { bits: 0 }, RATE * 2],
    ['float', { tag: 3, channels: 2, block: 8, bits: 32 }, RATE * 8],
    ['double', { tag: 3, block: 8, bits: 64 }, RATE * 8],
    ['a-law', { tag: 6, channels: 2, block: 2, bits: 8 }, RATE * 2],
    ['µ-law', { tag: 7, block: 1, bits: 8 }, RATE],
    ['Microsoft ADPCM', { tag: 2, block: 256, bits: 4, rate: 500 * 8 }, 256 * 8],
    ['IMA ADPCM', { tag: 0x11, block: 256, bits: 4, rate: 505 * 8 }, 256 * 8],
    ['GSM', { tag: 0x31, block: 65, bits: 0 }, 65 * 25],
    ['a block that lies', { block: 200 }, RATE * 2],
  ]
  for (const [name, format, bytes] of shapes) assert.equal(await wavMs(fmt(format), data(bytes)), 1000, name)
  const extension = Buffer.concat([u16le(22, 24), u32le(3), Buffer.from('0100000000001000800000aa00389b71', 'hex')])
  const extensible = fmt({ tag: 0xfffe, channels: 2, block: 8, bits: 32, more: extension })
  assert.equal(await wavMs(extensible, data(RATE * 8)), 1000)
})

test('mp3 in a wav is counted frame by frame', async () => {
  const mp3 = await corpus('exactly-15s.mp3')
  const format = fmt({ tag: 0x55, channels: 1, rate: 44_100, block: 1, bits: 0 })
  assert.equal(await wavMs(format, chunk('data', mp3)), 15_000)
})

test('a wav without a duration is refused', async () => {
  const wrong = [
    [fmt({ channels: 0 }), data(100)],
    [fmt({ rate: 0 }), data(100)],
    [fmt(), data(0)],
    [fmt(), data(0), chunk('LIST', text('INFO'))],
    [fmt(), chunk('LIST', text('INFO'))],
    [data(100)],
    [fmt({ block: 1, bits: 8, rate: 1 }), data(86_400)],
    [fmt(), data(1)],
    [],
  ]
  for (const chunks of wrong) assert.equal(await refused(wav(...chunks)), 'audio_duration_unreadable')
})

const vbr = await corpus('vbr-no-xing.mp3')
const tagged = (length: number) => Buffer.concat([text('ID3\x03\0\0'), u32(0), Buffer.alloc(length)])
function id3(length: number): Buffer {
  const tag = tagged(length)
  for (let i = 0; i < 4; i++) tag[9 - i] = (length >> (7 * i)) & 127
  return tag
}

test('an mp3 is counted frame by frame, whatever surrounds its frames', async () => {
  const found = sound('audio/mpeg', 2808)
  assert.deepEqual(await probed(vbr), found)
  assert.deepEqual(await probed(id3(100), vbr), found)
  assert.deepEqual(await probed(id3(100), id3(50), vbr), found)
  assert.deepEqual(await probed(id3(300_000), vbr), found, 'a tag longer than the head')
  const ape = Buffer.concat([text('APETAGEX'), u32le(2000, 64, 0, 0xa000_0000, 0, 0), Buffer.alloc(64)])
  assert.deepEqual(await probed(ape, vbr), found)
  assert.deepEqual(await probed(vbr, ape, text('TAG'), Buffer.alloc(125)), found)
  assert.deepEqual(await probed(vbr.subarray(0, 5), Buffer.alloc(700), vbr), found, 'the rest of an earlier frame')
  assert.deepEqual(await probed(vbr, Buffer.alloc(200_000, 0xff)), found)
})

test('a damaged mp3 loses only the damaged frames', async () => {
  const holed = Buffer.from(vbr).fill(0, 10_000, 12_000)
  const { durationMs } = await probed(holed)
  assert.ok(durationMs !== null && durationMs > 2500 && durationMs < 2808, `${durationMs}`)
})

test('audio with a change of sample rate counts whole', async () => {
  // With its tag, which is no longer the first frame, and without the samples that the tag would remove.
  assert.equal((await probed(vbr, await corpus('exactly-15s.mp3'))).durationMs, 2808 + 15_073)
})

test('encoder padding and tags that resemble frames do not count', async () => {
  const mp3 = await corpus('exactly-15s.mp3')
  assert.equal((await probed(mp3)).durationMs, 15_000)
  const lying = Buffer.from(mp3)
  const at = lying.indexOf('Xing') >= 0 ? lying.indexOf('Xing') : lying.indexOf('Info')
  lying.writeUInt32BE(3, at + 8)
  assert.equal((await probed(lying)).durationMs, 15_000, 'frames by the tag')
})

test('a single frame is not an mp3', async () => {
  const frame = vbr.subarray(0, vbr.indexOf(vbr.subarray(0, 2), 2))
  assert.equal(await refused(frame), 'unsupported_media_type')
  assert.equal(await refused(id3(20), frame), 'unsupported_media_type')
  assert.equal(await refused(id3(20)), 'audio_duration_unreadable')
  assert.equal(await refused(id3(100_000).subarray(0, 50_000)), 'audio_duration_unreadable')
  assert.equal(await refused(id3(100_000), Buffer.alloc(50_000)), 'unsupported_media_type')
})

const flac = await corpus('total-samples-0.flac')

test('a flac is counted frame by frame, or by STREAMINFO if that is longer', async () => {
  assert.deepEqual(await probed(flac), sound('audio/flac', 2000))
  assert.deepEqual(await probed(id3(1000), flac), sound('audio/flac', 2000))
  assert.deepEqual(await probed(id3(300_000), flac), sound('audio/flac', 2000))
  assert.deepEqual(await probed(flac, text('TAG'), Buffer.alloc(125)), sound('audio/flac', 2000))
  const claiming = Buffer.from(flac)
  const rate = claiming.readUIntBE(18, 3) >>> 4
  claiming.writeUInt32BE(rate * 3, 22)
  assert.equal((await probed(claiming)).durationMs, 3000)
  claiming.writeUInt32BE(rate, 22)
  assert.equal((await probed(claiming)).durationMs, 2000)
})

test('a damaged flac loses only the damaged frames', async () => {
  const holed = Buffer.from(flac).fill(0, 30_000, 31_000)
  const { durationMs } = await probed(holed)
  assert.ok(durationMs !== null && durationMs > 1800 && durationMs <= 2000, `${durationMs}`)
})

test('a flac without frames, or longer than a day, is refused', async () => {
  const framesAt = flac.indexOf(Buffer.from([0xff, 0xf8]))
  assert.equal(await refused(flac.subarray(0, framesAt)), 'audio_duration_unreadable')
  assert.equal(await refused(flac.subarray(0, 4)), 'audio_duration_unreadable')
  const endless = Buffer.from(flac)
  endless[21] = 0xff
  assert.equal(await refused(endless), 'audio_duration_unreadable')
})
