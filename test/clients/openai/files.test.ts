import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import OpenAI from 'openai'
import type { FileObject, FilePurpose } from 'openai/resources/files'
import { startTestGateway } from '../../support/gateway.ts'
import { createParams, openaiFor } from './client.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const openai = openaiFor(gateway)
// The SDK's types have its maker's purposes only.
const reference = 'reference' as FilePurpose

/** The SDK sets no content type of a part except by its name. */
const MATERIAL = {
  'edit-list.mp4': 'video video/mp4',
  'video-only.mov': 'video video/quicktime',
  'exactly-15s.mp3': 'audio audio/mpeg',
  'extensible-24bit.wav': 'audio audio/wav',
  'cover-art.m4a': 'audio audio/mp4',
  'lavf.flac': 'audio audio/flac',
  'animated.webp': 'image image/webp',
} as const

type Kept = FileObject & { readonly kind: string; readonly content_type: string }

const upload = async (name: string) => {
  const file = createReadStream(`test/corpus/${name}`)
  return (await openai.files.create({ file, purpose: reference })) as Kept
}

for (const [name, expected] of Object.entries(MATERIAL)) {
  test(`files.create of ${name} detects the type from the bytes`, async () => {
    const file = await upload(name)
    assert.equal(`${file.kind} ${file.content_type}`, expected)
    const { size } = await stat(`test/corpus/${name}`)
    assert.deepEqual([file.object, file.bytes, file.filename, file.purpose], ['file', size, name, 'reference'])
    assert.deepEqual(await openai.files.retrieve(file.id), file)
  })
}

test('files.list pages over all files, without deleted ones', async () => {
  const { key } = await gateway.newAccount()
  const other = openaiFor({ ...gateway, key })
  const made: string[] = []
  for (const name of ['rgb.png', 'cmyk.jpg', 'lavf.flac']) {
    made.push((await other.files.create({ file: createReadStream(`test/corpus/${name}`), purpose: reference })).id)
  }
  const ids = async () => (await Array.fromAsync(other.files.list({ limit: 2, order: 'asc' }))).map(({ id }) => id)
  assert.deepEqual(await ids(), made)
  const [first = ''] = made
  assert.deepEqual(await other.files.delete(first), { id: first, object: 'file.deleted', deleted: true })
  assert.deepEqual(await ids(), made.slice(1))
  await assert.rejects(other.files.retrieve(first), OpenAI.NotFoundError)
})

test('the SDK’s form sends a list of references and a marker', async () => {
  const [picture, sound] = [await upload('rgb.png'), await upload('lavf.flac')]
  const references = [picture.id, sound.id]
  const body = { prompt: '@图片1 by the sea, to @音频1', mode: 'reference_to_video', references }
  const task: unknown = await openai.videos.create(createParams(body))
  assert.deepEqual((task as { references: string[] }).references, references)
})
