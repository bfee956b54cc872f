import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { bytesLeft, uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { bodyOf, END, fieldOf, fileHead, MULTIPART, post, postFile } from '../../support/multipart.ts'
import { until } from '../../support/until.ts'

const gateway = await startTestGateway()
const PNG = await readFile('test/corpus/rgb.png')
const HEAD = fieldOf('purpose', 'reference') + fileHead()

const underWay = async () => (await bytesLeft(gateway)).temporary.length

/** An upload that stops after its first bytes. */
async function stalled(headers: Record<string, string> = {}) {
  async function* source() {
    yield PNG.subarray(0, 5000)
    await new Promise(() => {})
  }
  const upload = post(gateway, '/v1/files', bodyOf(HEAD, source()), headers)
  await until(async () => (await underWay()) === 1)
  return upload
}

test('a client that disconnects during an upload leaves nothing, and its key is reusable', async () => {
  const before = await uploadsLeft(gateway)
  const { sending } = await stalled({ 'idempotency-key': 'cut' })
  sending.destroy()
  await until(async () => (await underWay()) === 0)
  await until(async () => JSON.stringify(await uploadsLeft(gateway)) === JSON.stringify(before))
  const { status } = await postFile(gateway, [HEAD, PNG, END], { 'idempotency-key': 'cut' })
  assert.equal(status, 201)
})

/** A server's answer to raw bytes. */
async function written(...pieces: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  for (const piece of pieces) socket.write(piece)
  socket.end()
  return text(socket)
}

const requestHead = (length: number) =>
  [
    'POST /v1/files HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${gateway.key}`,
    `Content-Type: ${MULTIPART['content-type']}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')

test('a body shorter than its length leaves nothing, and a longer one is a truncated form', async () => {
  const before = await uploadsLeft(gateway)
  const whole = HEAD.length + PNG.length + END.length
  await written(requestHead(whole + 1000), HEAD, PNG, END)
  await until(async () => JSON.stringify(await uploadsLeft(gateway)) === JSON.stringify(before))
  const shorter = await written(requestHead(whole - 1000), HEAD, PNG, END)
  assert.match(shorter, /^HTTP\/1\.1 400 .*"code":"invalid_parameter"/s)
  assert.deepEqual(await uploadsLeft(gateway), before)
})
