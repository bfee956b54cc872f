import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Order, Tally } from './attacking.ts'
import { ATTACKS } from './attacks.ts'

/**
 * A process that attacks. Its messages: which attack, begin, end. It answers when it is ready, and with the results.
 */

// A real attacker has a separate machine. On few cores the attack gets a lower priority than the measured processes.
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
