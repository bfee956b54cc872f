import { Agent } from 'undici'

/**
 * The bare loop: this many requests over this many connections, without a row, a signature or a check of the address.
 */

export interface Volley {
  readonly url: string
  readonly body: string
  readonly count: number
  readonly connections: number
}

process.on('message', async ({ url, body, count, connections }: Volley) => {
  const agent = new Agent({ connections, allowH2: false })
  const { origin, pathname: path } = new URL(url)
  const headers = { 'content-type': 'application/json' }
  let left = count
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const answer = await agent.request({ origin, path, method: 'POST', headers, body })
        await answer.body.dump()
      }
    }),
  )
  const ms = performance.now() - start
  await agent.close()
  process.send?.({ ms })
})
process.send?.({ ready: true })
