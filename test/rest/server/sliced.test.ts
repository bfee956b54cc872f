import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { RESPONSE_SLICE_BYTES } from '../../../src/http/limits.ts'
import { SlicedResponse } from '../../../src/http/sliced-response.ts'
import { until } from '../../support/until.ts'

let answer: (response: ServerResponse) => unknown = () => {}
const server = createServer({ ServerResponse: SlicedResponse }, (_request, response) => answer(response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
after(() => server.close())

const LONG = 40 * RESPONSE_SLICE_BYTES + 7
const long = randomBytes(LONG)

async function received(method = 'GET'): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method, headers: { connection: 'close' } })
  return Buffer.from(await response.arrayBuffer())
}

const WAYS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'passed to end': (response) => response.end(long),
  'written and ended at once': (response) => {
    response.write(long)
    response.end()
  },
  'as a string': (response) => response.end(long.toString('latin1'), 'latin1'),
  'with a content length': (response) => response.writeHead(200, { 'content-length': LONG }).end(long),
}

for (const [title, write] of Object.entries(WAYS)) {
  test(`a long answer arrives complete: ${title}`, async () => {
    answer = write
    assert.ok((await received()).equals(long))
  })
}

test('later writes keep their order, and callbacks run after they are sent', async () => {
  const order: string[] = []
  answer = (response) => {
    assert.equal(
      response.write(long, () => order.push('long')),
      false,
    )
    assert.equal(
      response.write('a', () => order.push('a')),
      false,
    )
    response.write(long)
    response.end('b', () => order.push('end'))
  }
  const whole = Buffer.concat([long, Buffer.from('a'), long, Buffer.from('b')])
  assert.ok((await received()).equals(whole))
  assert.deepEqual(order, ['long', 'a', 'end'])
})

test('a writer that waits for drain continues, like a pipe', async () => {
  answer = async (response) => {
    for (let turn = 0; turn < 3; turn++) if (!response.write(long)) await once(response, 'drain')
    response.end()
  }
  assert.ok((await received()).equals(Buffer.concat([long, long, long])))
})

test('a HEAD request gets only the head', async () => {
  answer = (response) => response.writeHead(200, { 'content-length': LONG }).end(long)
  assert.equal((await received('HEAD')).length, 0)
})

test('a slow reader gets one slice at a time', async () => {
  const begun = Promise.withResolvers<ServerResponse>()
  answer = (response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024))
    begun.resolve(response)
  }
  const reader = connect(port, '127.0.0.1').pause()
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const response = await begun.promise
  const closed = once(response, 'close')
  // The kernel's buffers are full when a slice waits in the socket.
  await until(async () => (response.socket?.writableLength ?? 0) > 0)
  assert.ok(response.writableLength <= 2 * RESPONSE_SLICE_BYTES, `${response.writableLength}`)
  assert.equal(response.writableFinished, false)
  reader.destroy()
  await closed
})
