import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Order, Tally } from './attacking.ts'
import { ATTACKS } from './attacks.ts'

/** A process that attacks. It is sent what, then that it begins, then that it is enough; it answers when it is ready, and what came of it. */

// It would have a machine of its own: where the cores are few it leaves them to those who are measured.
setPriority(10)
process.once('disconnect', () => process.exit())

process.once('message', async (order: Order) => {
  const attack = ATTACKS[order.name]
  if (!attack) throw new Error(`there is no attack ${order.name}`)
  await attack.prepare?.()
  process.send?.('ready')
  await once(process, 'message')
  const ended = new AbortController()
  const tally: Record<string, number> = {}
  process.once('message', () => ended.abort())
  const count = (outcome: string) => {
    if (!ended.signal.aborted) tally[outcome] = (tally[outcome] ?? 0) + 1
  }
  await attack.run({ ...order, url: `http://127.0.0.1:${order.port}`, signal: ended.signal, count })
  process.send?.(tally satisfies Tally, () => process.exit())
})
