import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Closing } from '../../test/support/closing.ts'

/** Downloads of one file over this many kept connections. */
export interface Wave {
  readonly port: number
  readonly path: string
  readonly authorization: string | null
  /** Bytes of the file. */
  readonly size: number
  /** Parts to request, first and last byte; null: the whole file. */
  readonly parts: readonly (readonly [first: number, last: number] | null)[]
  readonly atOnce: number
  /** Whether to hash the received bytes. */
  readonly hashed: boolean
}

export interface Taken {
  readonly bytes: number
  /** From the first request to the last byte. */
  readonly ms: number
  /** Of each download, if requested. */
  readonly hashes: readonly string[]
}

/** A separate process that downloads, so that it shares no event loop with the measured one. */
export async function openWaves(closing: Closing): Promise<(wave: Wave) => Promise<Taken>> {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  closing.push(() => child.kill())
  await once(child, 'message')
  return async (wave) => {
    child.send(wave)
    const [answer] = (await once(child, 'message')) as [Taken | { readonly failed: string }]
    if ('failed' in answer) throw new Error(`a download failed: ${answer.failed}`)
    return answer
  }
}
