import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { calledAddress, faultOf, isPublic, type Resolve, vettedLookup } from '../../src/lib/target.ts'
import { createSender } from '../../src/webhook/send.ts'
import { hostileUrls } from './hostile.ts'

const STRICT = { allowHttp: false, allowPrivate: false }
const OPEN = { allowHttp: true, allowPrivate: true }
const LIMIT_MS = 60_000

/** Listens on a port of this machine, over IPv4 and, if available, IPv6, and records every connection. */
let connections = 0
let heard = Buffer.alloc(0)
const listener = createServer((socket) => {
  connections += 1
  socket.on('error', () => {})
  socket.once('data', (data) => {
    heard = data
    socket.destroy()
  })
})
listener.listen(0)
await once(listener, 'listening')
const { port } = listener.address() as AddressInfo
after(() => listener.close())

async function refused(url: string, resolve?: Resolve): Promise<void> {
  const sender = createSender(STRICT, LIMIT_MS, resolve)
  const answer = await sender.send(url, {}, '{}')
  await sender.close()
  assert.deepEqual(answer, {
    status: null,
    error: 'The address is not on the public internet.',
    hung: false,
    askedMs: null,
    refused: true,
    text: null,
  })
}

const urls = hostileUrls(port)

test('the list has more than eighty addresses', () => assert.ok(new Set(urls).size > 80, String(urls.length)))

test('every address of the list is refused without a connection', async () => {
  const passed = urls.filter((url) => faultOf(url, STRICT) === null)
  assert.deepEqual(passed, [])
  for (const url of urls) await refused(url)
  assert.equal(connections, 0)
})

test('names that resolve to them are refused, also if only one of several addresses does', async () => {
  for (const address of [
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '169.254.169.254',
    'fe80::1%lo',
    '::ffff:127.0.0.1',
    'nonsense',
  ]) {
    await refused(`https://hook.test:${port}/`, async () => [address])
    await refused(`https://hook.test:${port}/`, async () => ['93.184.216.34', address])
    await refused(`https://hook.test:${port}/`, async () => [address, '2606:2800:220:1::1'])
  }
  await refused(`https://hook.test:${port}/`, async () => [])
  assert.equal(connections, 0)
})

test('a name that resolves differently later is called at its checked address', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']]
  const lookup = vettedLookup(STRICT, async () => answers.shift() ?? [])
  const look = promisify<string, object, unknown>((name, options, callback) => lookup(name, options, callback))
  assert.deepEqual(await look('rebind.test', { all: true }), [{ address: '93.184.216.34', family: 4 }])
  await assert.rejects(look('rebind.test', { all: true }))
})

test('a connection makes one lookup, connects to its result, and sends the host name over TLS', async () => {
  const asked: string[] = []
  const sender = createSender(OPEN, LIMIT_MS, async (name) => {
    asked.push(name)
    return ['127.0.0.1']
  })
  const { error } = await sender.send(`https://hook.test:${port}/`, {}, '{}')
  await sender.close()
  assert.deepEqual(asked, ['hook.test'])
  assert.equal(connections, 1)
  assert.ok(heard.includes('hook.test'), 'the name is in the first TLS message')
  assert.equal(error, 'The connection was closed without an answer.')
})

test('the stored address is the one called', () => {
  for (const [written, called] of [
    ['https://Example.COM:443', 'https://example.com/'],
    ['HTTPS://example.com/a/../b?c=d#e', 'https://example.com/b?c=d'],
    ['https://%65xample.com/%7e', 'https://example.com/%7e'],
    ['https://bücher.example/höök?ü', 'https://xn--bcher-kva.example/h%C3%B6%C3%B6k?%C3%BC'],
    ['https://0x01010101/', 'https://1.1.1.1/'],
    ['https://example.com.:8443/?', 'https://example.com.:8443/'],
  ] as const) {
    assert.equal(faultOf(written, STRICT), null, written)
    assert.equal(calledAddress(written), called)
    assert.equal(calledAddress(called), called)
  }
})

test('ordinary addresses are accepted', () => {
  for (const url of [
    'https://example.com',
    'https://example.com:8443/hook?for=17#x',
    'https://bücher.example/hook',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://172.15.255.255/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://100.128.0.1/',
    'https://11.0.0.1/',
  ]) {
    assert.equal(faultOf(url, STRICT), null, url)
  }
  assert.equal(isPublic('2a00:1450:4001:82a::200e'), true)
  assert.equal(isPublic(''), false)
})

test('each development flag allows only its own kind of address', () => {
  const both = [OPEN, { allowHttp: true, allowPrivate: false }, { allowHttp: false, allowPrivate: true }]
  const verdicts = (url: string) => both.map((rules) => faultOf(url, rules) === null)
  assert.deepEqual(verdicts('http://127.0.0.1:3000/'), [true, false, false])
  assert.deepEqual(verdicts('https://127.0.0.1:3000/'), [true, false, true])
  assert.deepEqual(verdicts('http://example.com/'), [true, true, false])
  assert.deepEqual(verdicts('http://user@127.0.0.1/'), [false, false, false])
  assert.deepEqual(verdicts('ftp://127.0.0.1/'), [false, false, false])
  assert.deepEqual(verdicts('http://localhost:3000/'), [true, false, false])
  assert.deepEqual(verdicts('http:/example.com/'), [false, false, false])
})
