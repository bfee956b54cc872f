import assert from 'node:assert/strict'
import { chmod, link, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { boxesIn } from '../../src/media/boxes.ts'
import { checkOutput } from '../../src/media/check.ts'
import { markGenerated } from '../../src/media/provenance.ts'
import { GENERATED, packetsIn, sourceTypesIn } from '../support/xmp.ts'
import { box, text, u32 } from './boxes.ts'

const clip = await readFile('test/corpus/edit-list.mp4')
const [width, height] = [160, 90]
const picture = sharp({ create: { width, height, channels: 3, background: '#805020' } })
const thumbnail = await picture.webp().toBuffer()

const UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const OTHER = '<x:xmpmeta xmlns:x="adobe:ns:meta/">drawn by a person with the prompt of somebody</x:xmpmeta>'

async function filesOf(t: TestContext, video: Uint8Array, image = thumbnail) {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail')]
  await writeFile(path, video)
  await writeFile(thumbnailPath, image)
  return { folder, path, thumbnailPath }
}

/** The marked bytes of a video. */
async function marked(t: TestContext, video: Uint8Array): Promise<Buffer> {
  const { folder, ...files } = await filesOf(t, video)
  return readFile((await markGenerated(files, folder)).path)
}

const typesOf = (file: Buffer) =>
  [...boxesIn((at, length) => file.subarray(at, at + length), 0, file.length)].map(({ type }) => type)

function assertMarked(file: Buffer, name?: string): void {
  const packets = packetsIn(file)
  assert.equal(packets.length, 1, name)
  assert.deepEqual(sourceTypesIn(packets[0] ?? ''), [GENERATED], name)
}

/** Where a clip's mdat begins; it is the last box. */
const mdatAt = clip.indexOf('mdat') - 4

function withSize(file: Buffer, at: number, size: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt32BE(size, at)
  return changed
}

/** With a box at the end of its movie's user data; the movie must be last. */
function inMovie(file: Buffer, added: Buffer): Buffer {
  const at = file.indexOf('moov') - 4
  const udta = box('udta', added)
  const whole = Buffer.concat([file.subarray(0, at + file.readUInt32BE(at)), udta])
  return withSize(whole, at, whole.length - at)
}

test('a video and its thumbnail say that they are generated, and nothing else of them changes', async (t) => {
  assert.deepEqual(packetsIn(clip), [])
  const { folder, ...files } = await filesOf(t, clip)
  const made = await markGenerated(files, folder)
  const video = await readFile(made.path)
  assertMarked(video)
  assert.deepEqual(video.subarray(0, clip.length), clip)
  assert.ok(video.length - clip.length < 600)
  const image = sharp(made.thumbnailPath)
  const metadata = await image.metadata()
  assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', width, height])
  assert.deepEqual(sourceTypesIn(metadata.xmpAsString ?? ''), [GENERATED])
  const { channels } = await image.stats()
  for (const [index, value] of [0x80, 0x50, 0x20].entries()) {
    assert.ok(Math.abs((channels[index]?.mean ?? 0) - value) < 4)
  }
})

test('a marked file passes the check of the output', async (t) => {
  const { folder, ...files } = await filesOf(t, clip)
  const expected = { frames: 225, width: 854, height: 480, audio: true }
  const made = await markGenerated(files, folder)
  assert.deepEqual(await checkOutput(made.path, made.thumbnailPath, expected), { hasAudio: true, problem: null })
})

test('other XMP is removed, of the file and of the movie, and nothing moves', async (t) => {
  const old = box('uuid', UUID, text(OTHER))
  const foreign = box('uuid', Buffer.alloc(16, 7), text('not XMP'))
  const moovLast = await readFile('test/corpus/moov-at-end.mp4')
  for (const [name, video] of Object.entries({
    'at the end': Buffer.concat([clip, old]),
    'between others': Buffer.concat([clip, old, foreign]),
    'in the movie': inMovie(moovLast, box('XMP_', text(OTHER))),
    'in both': Buffer.concat([inMovie(moovLast, box('XMP_', text(OTHER))), old]),
  })) {
    const file = await marked(t, video)
    assertMarked(file, name)
    assert.equal(file.includes('somebody'), false, name)
    assert.equal(file.includes('XMP_'), false, name)
    assert.equal(file.includes('not XMP'), name === 'between others')
    assert.deepEqual(file.subarray(0, 4000), video.subarray(0, 4000), name)
    assert.deepEqual(typesOf(file).length, typesOf(video).length + 1, name)
  }
})

test('a file that is marked twice has one mark', async (t) => {
  assertMarked(await marked(t, await marked(t, clip)))
})

test('the mark is found after an mdat without a length, after one that is cut, and instead of bytes that are not a box', async (t) => {
  const long = Buffer.concat([u32(1), text('mdat'), u32(0, 0), clip.subarray(mdatAt + 8)])
  for (const [name, video] of Object.entries({
    'no length': withSize(clip, mdatAt, 0),
    cut: withSize(clip, mdatAt, clip.length),
    'a long length that is cut': Buffer.concat([clip.subarray(0, mdatAt), withSize(long, 8, 1)]),
    'three bytes': Buffer.concat([clip, text('abc')]),
    'an invalid length': Buffer.concat([clip, u32(5), text('junkjunk')]),
  })) {
    const file = await marked(t, video)
    assertMarked(file, name)
    assert.deepEqual(typesOf(file), [...typesOf(clip), 'uuid'], name)
  }
})

test('the index of fragments stays the last box', async (t) => {
  const mfra = box('mfra', box('mfro', u32(0, 24)))
  const fragmented = await readFile('test/corpus/fragmented-20s.mp4')
  const types = typesOf(fragmented).filter((type) => type !== 'mfra')
  const last = fragmented.subarray(
    0,
    fragmented.indexOf('mfra') < 0 ? fragmented.length : fragmented.indexOf('mfra') - 4,
  )
  const file = await marked(t, Buffer.concat([last, mfra]))
  assertMarked(file)
  assert.deepEqual(typesOf(file), [...types, 'uuid', 'mfra'])
  assert.deepEqual(file.subarray(-mfra.length), mfra)
})

test('a file that is linked elsewhere or read only is copied and stays as it was', async (t) => {
  for (const name of ['linked', 'read only']) {
    const { folder, ...files } = await filesOf(t, clip)
    if (name === 'linked') await link(files.path, join(folder, 'elsewhere.mp4'))
    else await chmod(files.path, 0o444)
    const made = await markGenerated(files, folder)
    assertMarked(await readFile(made.path), name)
    assert.equal((await stat(made.path)).nlink, 1)
    if (name === 'linked') assert.deepEqual(await readFile(files.path), clip)
  }
})

test('a file that is not an mp4 stays as it is, and a thumbnail of another format becomes WebP', async (t) => {
  for (const video of [Buffer.alloc(0), text('abc'), await readFile('test/corpus/webm-renamed.mp4')]) {
    assert.deepEqual(await marked(t, video), Buffer.from(video))
  }
  const { folder, ...files } = await filesOf(t, clip, await picture.clone().jpeg().toBuffer())
  const { format } = await sharp((await markGenerated(files, folder)).thumbnailPath).metadata()
  assert.equal(format, 'webp')
})
