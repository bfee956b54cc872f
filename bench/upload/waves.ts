import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Closing } from '../../test/support/closing.ts'

/** Uploads that start together. */
export interface Wave {
  readonly url: string
  readonly key: string
  readonly bytes: number
  readonly atOnce: number
}

export interface Sent {
  readonly ids: readonly string[]
  /** From the first byte sent to the last answer. */
  readonly ms: number
}

/** A separate process that sends waves, so that it shares no event loop with the measured one. */
export async function openWaves(closing: Closing): Promise<(wave: Wave) => Promise<Sent>> {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  closing.push(() => child.kill())
  await once(child, 'message')
  return async (wave) => {
    child.send(wave)
    const [answer] = (await once(child, 'message')) as [Sent | { readonly failed: string }]
    if ('failed' in answer) throw new Error(`an upload failed: ${answer.failed}`)
    return answer
  }
}
