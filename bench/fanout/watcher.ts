import { connect, type Socket } from 'node:net'
import { eachFrame, frameOf, OPCODE } from './frames.ts'

const PONG = frameOf(OPCODE.pong, '')
const PING = frameOf(OPCODE.ping, '')

/** One for all sockets: received bytes are processed before the next read. */
const READ = Buffer.alloc(64 * 1024)

/** Callbacks of a watcher. */
export interface Reader {
  opened(): void
  message(watcher: Watcher, data: Buffer, from: number, to: number): void
  ponged(): void
  broke(reason: string): void
}

export interface Target {
  readonly port: number
  readonly path: string
  readonly key: string
}

/**
 * A graphql-transport-ws client on a bare socket with one subscription. The client shares its processors with the
 * measured process, so it must use as little as possible.
 */
export class Watcher {
  readonly number: number
  /** The end of its task's id, as four bytes of text, and the last received seq. */
  word = 0
  seq = 0
  readonly #socket: Socket
  readonly #reader: Reader
  readonly #target: Target
  #rest: Buffer | null = null
  #state: 'upgrade' | 'init' | 'open' = 'upgrade'

  constructor(number: number, target: Target, reader: Reader) {
    this.number = number
    this.#target = target
    this.#reader = reader
    this.#socket = connect({
      port: target.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: READ, callback: (length) => this.#receive(length) },
    })
    this.#socket.on('connect', () => this.#socket.write(upgradeOf(target)))
    this.#socket.on('error', (error) => reader.broke(String(error)))
    this.#socket.on('close', () => reader.broke('the server closed a socket'))
  }

  send(message: object): void {
    this.#socket.write(frameOf(OPCODE.text, JSON.stringify(message)))
  }

  ping(): void {
    this.#socket.write(PING)
  }

  #receive(length: number): boolean {
    let data = READ
    let end = length
    if (this.#rest) {
      data = Buffer.concat([this.#rest, READ.subarray(0, length)])
      end = data.length
      this.#rest = null
    }
    const done = this.#state === 'upgrade' ? this.#upgraded(data, end) : eachFrame(data, end, this.#take)
    if (done < end) this.#rest = Buffer.from(data.subarray(done, end))
    return true
  }

  #upgraded(data: Buffer, end: number): number {
    const text = data.toString('latin1', 0, end)
    const length = text.indexOf('\r\n\r\n') + 4
    if (length < 4) return 0
    if (!text.startsWith('HTTP/1.1 101 ')) this.#reader.broke(text.slice(0, 500))
    this.#state = 'init'
    this.send({ type: 'connection_init', payload: { Authorization: `Bearer ${this.#target.key}` } })
    return length
  }

  readonly #take = (opcode: number, data: Buffer, from: number, to: number): void => {
    if (opcode === OPCODE.text && this.#state === 'open') this.#reader.message(this, data, from, to)
    else if (opcode === OPCODE.text) this.#acknowledged(data.toString('latin1', from, to))
    else if (opcode === OPCODE.ping) this.#socket.write(PONG)
    else if (opcode === OPCODE.pong) this.#reader.ponged()
    else this.#reader.broke(`a frame of opcode ${opcode}: ${data.toString('latin1', from + 2, to)}`)
  }

  #acknowledged(text: string): void {
    if (!text.includes('"connection_ack"')) this.#reader.broke(text)
    this.#state = 'open'
    this.#reader.opened()
  }
}

function upgradeOf({ port, path }: Target): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n'
  )
}
