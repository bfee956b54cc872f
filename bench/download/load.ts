import { createHash, type Hash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { Taken, Wave } from './waves.ts'

/**
 * The process that downloads: bare sockets that read into one buffer each, because the client's cost takes time from
 * the server.
 */

const BUFFER_BYTES = 256 * 1024
const HEAD_MAX = 16 * 1024
const WORD = 8

class Download {
  readonly #wave: Wave
  readonly #part: readonly [number, number] | null
  readonly #first: number
  readonly #length: number
  readonly #hash: Hash | null
  #head = ''
  #begun = false
  #taken = 0
  #start = Buffer.alloc(0)
  #end = Buffer.alloc(0)

  constructor(wave: Wave, part: readonly [number, number] | null) {
    const [first, last] = part ?? [0, wave.size - 1]
    this.#wave = wave
    this.#part = part
    this.#first = first
    this.#length = last - first + 1
    this.#hash = wave.hashed ? createHash('sha256') : null
  }

  get request(): string {
    const { path, port, authorization } = this.#wave
    const key = authorization === null ? '' : `Authorization: ${authorization}\r\n`
    const range = this.#part ? `Range: bytes=${this.#part[0]}-${this.#part[1]}\r\n` : ''
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${key}${range}\r\n`
  }

  /** @returns whether everything has arrived. @throws Error for a wrong answer */
  take(chunk: Buffer): boolean {
    const body = this.#begun ? chunk : this.#begin(chunk)
    if (body.length === 0) return false
    this.#hash?.update(body)
    if (this.#start.length < WORD) this.#start = Buffer.concat([this.#start, body.subarray(0, WORD)])
    this.#end =
      body.length >= WORD ? Buffer.from(body.subarray(-WORD)) : Buffer.concat([this.#end, body]).subarray(-WORD)
    this.#taken += body.length
    if (this.#taken < this.#length) return false
    this.#check()
    return true
  }

  get hash(): string | null {
    return this.#hash?.digest('hex') ?? null
  }

  #begin(chunk: Buffer): Buffer {
    const before = this.#head.length
    this.#head += chunk.toString('latin1', 0, HEAD_MAX)
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return Buffer.alloc(0)
    this.#begun = true
    const head = this.#head.slice(0, end)
    const status = this.#part ? 206 : 200
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    if (!head.startsWith(`HTTP/1.1 ${status} `) || length !== this.#length) throw new Error(this.#head.slice(0, 1000))
    return chunk.subarray(end + 4 - before)
  }

  #check(): void {
    const last = this.#first + this.#length - WORD
    const [start, end] = [this.#start.readBigUInt64LE(0), this.#end.readBigUInt64LE(0)]
    if (this.#taken === this.#length && start === BigInt(this.#first) && end === BigInt(last)) return
    throw new Error(`expected bytes ${this.#first} to ${last + WORD - 1}, received: ${this.#taken}, ${start}, ${end}`)
  }
}

/** A connection that starts the next download when it has finished one. */
function takeAll(wave: Wave, next: () => Download | undefined, hashes: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let download: Download | undefined
    let socket: Socket
    const goOn = () => {
      download = next()
      if (download) socket.write(download.request)
      else socket.end()
    }
    const take = (bytes: number, buffer: Uint8Array): boolean => {
      try {
        if (download?.take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))) {
          const { hash } = download
          if (hash !== null) hashes.push(hash)
          goOn()
        }
      } catch (error) {
        socket.destroy(error as Error)
      }
      return true
    }
    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: take }
    socket = connect({ port: wave.port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('connect', goOn).on('error', reject)
    socket.on('close', () => (download ? reject(new Error('the server closed a connection')) : resolve()))
  })
}

async function run(wave: Wave): Promise<Taken> {
  const hashes: string[] = []
  let bytes = 0
  let index = 0
  const next = () => {
    const part = wave.parts[index++]
    if (part === undefined) return undefined
    bytes += part ? part[1] - part[0] + 1 : wave.size
    return new Download(wave, part)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: wave.atOnce }, () => takeAll(wave, next, hashes)))
  return { bytes, ms: performance.now() - start, hashes }
}

process.on('message', (wave: Wave) => {
  run(wave).then(
    (taken) => process.send?.(taken),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.once('disconnect', () => process.exit(0))
process.send?.({ ready: 'http://load' })
