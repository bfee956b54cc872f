// The proxy file of deploy/, run by nginx itself over TLS in front of two gateways.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { startTestGateway } from '../../support/gateway.ts'
import { startProcess, type TestProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { freePort } from './free-port.ts'

const gateway = await startTestGateway({ concurrencyLimit: 2000, creditMicro: 10_000_000_000n })
const folder = await mkdtemp(join(tmpdir(), 'vidgate-nginx-'))
after(() => rm(folder, { recursive: true, force: true }))

const [http, https, ...ports] = (await Promise.all(Array.from({ length: 4 }, freePort))) as [
  number,
  number,
  number,
  number,
]

/** The file with this machine's ports and folders. */
async function configuration(): Promise<string> {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=video.example.com', '-days', '1']
  assert.equal(spawnSync('openssl', ['req', ...made, '-keyout', key, '-out', certificate]).status, 0)
  const text = (await readFile('deploy/nginx/vidgate.conf', 'utf8'))
    .replaceAll('/etc/ssl/vidgate/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replaceAll(/listen (80|443)/g, (_listen, port) => `listen 127.0.0.1:${port === '80' ? http : https}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:4002', `127.0.0.1:${ports[1]}`)
  await writeFile(join(folder, 'vidgate.conf'), text)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  const inner = `access_log off; ${temporary.join(' ')} include ${folder}/vidgate.conf;`
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${inner} }`
  await writeFile(join(folder, 'nginx.conf'), main)
  return join(folder, 'nginx.conf')
}

const file = await configuration()
const start = (port: number) => startProcess(gateway, 'src/gateway-main.ts', { PORT: `${port}` })
const gateways = await Promise.all(ports.map(start))
const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' })
after(() => nginx.kill())

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
const authorization = `Bearer ${gateway.key}`

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(path: string, options: RequestOptions = {}, body?: string | AsyncIterable<Uint8Array>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, host: 'video.example.com', ...(options.headers as object) }
    const sent = request({ host: '127.0.0.1', port: https, path, agent, ...options, headers }, async (response) => {
      const parts = await response.toArray().catch(reject)
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts ?? []).toString() })
    })
    sent.on('error', reject)
    if (body === undefined || typeof body === 'string') return void sent.end(body)
    void (async () => {
      for await (const part of body) if (!sent.write(part)) await once(sent, 'drain')
      sent.end()
    })().catch(reject)
  })
}

const JSON_HEAD = { 'content-type': 'application/json' }
const create = () =>
  ask('/v1/videos', { method: 'POST', headers: JSON_HEAD }, JSON.stringify({ prompt: 'a lake', aspect_ratio: '1:1' }))

const accepts = async () => (await ask('/v1/account').catch(() => null))?.status === 200

test('nginx accepts the proxy file', () => {
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})

test('REST passes, and what needs no key is not published', async () => {
  await until(accepts)
  assert.equal((await create()).status, 202)
  for (const path of ['/metrics', '/healthz', '/readyz']) assert.equal((await ask(path)).status, 404, path)
})

test('a file of 200 MB passes while it arrives', async () => {
  const size = 200 * 1024 * 1024
  const boundary = 'vidgate'
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nreference\r\n--${boundary}\r\n` +
    'Content-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n'
  const clip = await readFile('test/corpus/moov-at-end.mp4')
  const [end, block] = [Buffer.from(`\r\n--${boundary}--\r\n`), Buffer.alloc(1024 * 1024)]
  // A box that players skip.
  const free = Buffer.from([...Buffer.alloc(4), ...Buffer.from('free')])
  free.writeUInt32BE(size - clip.length)
  async function* body() {
    yield Buffer.from(head)
    yield clip
    yield free
    for (let left = size - clip.length - 8; left > 0; left -= block.length) yield block.subarray(0, left)
    yield end
  }
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + size + end.length,
  }
  const { status, text } = await ask('/v1/files', { method: 'POST', headers }, body())
  assert.equal(status, 201, text)
  assert.equal(JSON.parse(text).bytes, size)
})

/** Reads an event stream until it contains a text. */
function streamed(path: string, options: RequestOptions, part: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, host: 'video.example.com', ...(options.headers as object) }
    const sent = request({ host: '127.0.0.1', port: https, path, agent, ...options, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
        if (text.includes(part)) {
          sent.destroy()
          resolve()
        }
      })
      response.on('end', () => reject(new Error(text)))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test('both event streams and a WebSocket pass an event at once', async () => {
  const { id } = JSON.parse((await create()).text)
  const query = `subscription { taskUpdated(id: "${id}") { task { status } } }`
  const rest = streamed(`/v1/videos/${id}/events`, {}, 'cancelled')
  const head = { ...JSON_HEAD, accept: 'text/event-stream' }
  const graphql = streamed('/graphql', { method: 'POST', headers: head }, 'CANCELLED', JSON.stringify({ query }))
  class Insecure extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { rejectUnauthorized: false, headers: { host: 'video.example.com' } })
    }
  }
  const client = createClient({
    url: `wss://127.0.0.1:${https}/graphql`,
    webSocketImpl: Insecure,
    connectionParams: { authorization },
  })
  const socket = (async () => {
    for await (const { data } of client.iterate({ query })) {
      if (JSON.stringify(data).includes('CANCELLED')) return
    }
    assert.fail('the subscription ended without the event')
  })()
  const listened = `select 1 from task where id = '${id}' and status = 'queued'`
  assert.equal((await gateway.rooms.resources.pool.query(listened)).rowCount, 1)
  await ask(`/v1/videos/${id}/cancel`, { method: 'POST' })
  await Promise.all([rest, graphql, socket])
  await client.dispose()
})

test('a rolling restart of both gateways under load loses no request', async () => {
  const [answers, created]: [Map<number, number>, string[]] = [new Map(), []]
  const isOver = new AbortController()
  const count = ({ status }: Answer) => answers.set(status, (answers.get(status) ?? 0) + 1)
  const lost: unknown[] = []
  const load = Array.from({ length: 8 }, async (_, i) => {
    while (!isOver.signal.aborted) {
      const answer = await (i % 2 === 0 ? ask('/v1/account') : create()).catch((error: unknown) => lost.push(error))
      if (typeof answer === 'number') continue
      count(answer)
      if (answer.status === 202) created.push(JSON.parse(answer.text).id)
    }
  })
  const running: TestProcess[] = [...gateways]
  for (const [i, port] of ports.entries()) {
    await running[i]?.end('SIGTERM')
    running[i] = await start(port)
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
    const before = created.length
    await until(async () => created.length > before + 20)
  }
  isOver.abort()
  await Promise.all(load)
  assert.deepEqual(lost, [])
  assert.deepEqual(
    [...answers.keys()].filter((status) => status !== 200 && status !== 202 && status !== 429),
    [],
    JSON.stringify([...answers]),
  )
  const { rows } = await gateway.rooms.resources.pool.query(
    'select count(*)::int as count from task where id = any($1)',
    [created],
  )
  assert.equal(rows[0].count, created.length)
})
