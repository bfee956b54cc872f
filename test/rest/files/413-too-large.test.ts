import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { capOf } from '../../../src/media/kinds.ts'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'
import { bodyOf, END, fieldOf, fileHead, paddedVideo, post, postFile, zeros } from '../../support/multipart.ts'
import { IS_LONG } from '../../support/rounds.ts'

/** A replacement for curl, unless the real one is named. */
const CURL = process.env['CURL_PATH'] ?? 'test/curl/curl'

const gateway = await startTestGateway()
const PURPOSE = fieldOf('purpose', 'reference')
const MB = 1024 * 1024

/** A file followed by this many zeros, without memory for them. */
async function largeFile(filename: string, bytes: number): Promise<Blob> {
  const zero = new Blob([new Uint8Array(MB)])
  return new Blob([await corpus(filename), ...Array.from({ length: Math.ceil(bytes / MB) }, () => zero)])
}

/** Runs a call that must leave everything unchanged. */
async function withoutTrace(run: () => Promise<void>): Promise<void> {
  const before = await uploadsLeft(gateway)
  await run()
  assert.deepEqual(await uploadsLeft(gateway), before)
}

const refusedFor = (kind: string | undefined, status: number, body: { error: Record<string, unknown> }) => {
  const { code, param, details } = body.error ?? {}
  const expected = kind ? { kind, max_bytes: capOf(kind as 'image') } : { max_bytes: capOf('video') }
  assert.deepEqual([status, code, param, details], [413, 'file_too_large', 'file', expected])
}

test('fetch gets 413 for a body whose length is declared too large, or grows too large', () =>
  withoutTrace(async () => {
    const declared = await upload(gateway, await largeFile('black-10s.mp4', 250 * MB), 'reference')
    refusedFor(undefined, declared.status, declared.body)
    const image = await upload(gateway, await largeFile('rgb.png', 150 * MB), 'reference')
    refusedFor('image', image.status, image.body)
  }))

test('curl gets 413 for the same bodies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'large.png')
  await writeFile(path, await (await corpus('rgb.png')).bytes())
  const curl = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(CURL, [
      ...['-sS', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${gateway.key}`, '-F', 'purpose=reference'],
      ...['-F', `file=@${path}`, ...args, `${gateway.url}/v1/files`],
    ])
    const [body = '', status] = stdout.split('\n')
    return { status: Number(status), body: JSON.parse(body) }
  }
  assert.equal((await curl()).status, 201)
  await withoutTrace(async () => {
    await truncate(path, 250 * MB)
    const declared = await curl()
    refusedFor(undefined, declared.status, declared.body)
    await truncate(path, 150 * MB)
    const onItsWay = await curl()
    refusedFor('image', onItsWay.status, onItsWay.body)
    // Sends Expect first, and waits for the answer only briefly.
    const asked = await curl('-H', 'Expect: 100-continue', '--expect100-timeout', '10')
    refusedFor('image', asked.status, asked.body)
  })
})

test('each kind of file has its exact size limit', async () => {
  // The same check for every kind; the largest is sent twice in the long run only.
  const png = await (await corpus('rgb.png')).bytes()
  const whole = IS_LONG ? [paddedVideo(capOf('video'))] : [png, zeros(capOf('image') - png.length)]
  const { status, body } = await postFile(gateway, [PURPOSE, fileHead(), ...whole, END])
  assert.deepEqual([status, body.bytes], [201, capOf(IS_LONG ? 'video' : 'image')])
  await gateway.call('DELETE', `/v1/files/${body.id}`)
  await withoutTrace(async () => {
    const video = await postFile(gateway, [PURPOSE, fileHead(), paddedVideo(capOf('video') + 1), END])
    refusedFor('video', video.status, video.body)
    for (const [kind, filename] of [
      ['audio', 'size-ffffffff.wav'],
      ['image', 'rgb.png'],
    ] as const) {
      const head = await (await corpus(filename)).bytes()
      const pieces = [PURPOSE, fileHead(), head, zeros(capOf(kind) + 1 - head.length), END]
      const answer = await postFile(gateway, pieces)
      refusedFor(kind, answer.status, answer.body)
    }
  })
})

test('a container without pictures is audio, with the size limit of audio', () =>
  withoutTrace(async () => {
    const audio = await (await corpus('audio-only.mp4')).bytes()
    const box = Buffer.alloc(8)
    box.writeUInt32BE(capOf('audio') + 1 - audio.length, 0)
    box.write('free', 4, 'latin1')
    const pieces = [PURPOSE, fileHead(), audio, box, zeros(capOf('audio') + 1 - audio.length - box.length), END]
    const { status, body } = await postFile(gateway, pieces)
    refusedFor('audio', status, body)
  }))

test('a form with too many bytes besides its file is refused', () =>
  withoutTrace(async () => {
    const png = await (await corpus('rgb.png')).bytes()
    const before = await postFile(gateway, [zeros(capOf('video') + 2 * MB), PURPOSE, fileHead(), png, END])
    refusedFor(undefined, before.status, before.body)
  }))

test('the answer is sent at once, not after the whole body', async () => {
  const never = Promise.withResolvers<never>()
  async function* stalled() {
    yield Buffer.from(PURPOSE + fileHead())
    yield Buffer.alloc(100_000)
    await never.promise
  }
  await withoutTrace(async () => {
    const { sending, answer } = post(gateway, '/v1/files', bodyOf(stalled()))
    const { status, body } = await answer
    assert.deepEqual([status, body.error?.code], [415, 'unsupported_media_type'])
    sending.destroy()
  })
})

test('a client that keeps sending after the answer is disconnected', () =>
  withoutTrace(async () => {
    const body = bodyOf(PURPOSE, fileHead(), zeros(1000 * MB))
    const { sending } = post(gateway, '/v1/files', body)
    const [response] = await once(sending, 'response')
    assert.equal(response.statusCode, 415)
    await once(sending, 'close')
    assert.ok((sending.socket?.bytesWritten ?? 0) < 200 * MB)
  }))
