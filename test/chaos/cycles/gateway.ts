import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ConfigError, readConfig } from '../../../src/config.ts'
import { startGateway } from '../../../src/gateway.ts'
import { exitWith } from '../../../src/lib/explain.ts'

/** A gateway in a separate process that reports its open resources on request. */

/** Open resources of a gateway process. */
export interface Holding {
  /** Subscriptions of the bus. */
  readonly subscriptions: number
  /** Connections of callers. */
  readonly sockets: number
  /** Timers that keep the process alive. */
  readonly timers: number
  /** Listeners on the `process` object. */
  readonly listeners: number
}

/** The request: open resources, or bytes of heap in use after a garbage collection. */
export type Question = 'holding' | 'bytes'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const turn = () => new Promise(setImmediate)

/** Objects freed in one collection may free others in the next. */
async function bytesInUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage()
    await turn()
  }
  return process.memoryUsage().heapUsed
}

try {
  let sockets = 0
  subscribe('net.server.socket', (message) => {
    sockets += 1
    ;(message as { socket: Socket }).socket.once('close', () => {
      sockets -= 1
    })
  })
  const config = readConfig()
  if (!config.databaseUrl) throw new ConfigError('DATABASE_URL is not set.')
  const { rooms, url } = await startGateway(config, config.databaseUrl)
  const holding = (): Holding => ({
    subscriptions: rooms.bus.size(),
    sockets,
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  })
  process.on('message', async ({ question }: { question: Question }) => {
    process.send?.({ answer: question === 'bytes' ? await bytesInUse() : holding() })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ ready: url })
} catch (error) {
  exitWith(error)
}
