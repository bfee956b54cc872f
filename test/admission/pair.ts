import { startTestGateway, type TestGateway, type TestResponse } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'

export interface Pair {
  readonly gateway: TestGateway
  /** Addresses of two gateways that share only one database. */
  readonly urls: readonly [string, string]
  /** The same call many times at once, in turn through one and the other. */
  flood(times: number, key: string, method: string, path: string, body?: unknown): Promise<Answer[]>
}

export type Answer = Pick<TestResponse, 'status' | 'headers' | 'body'>

export async function startPair(): Promise<Pair> {
  const gateway = await startTestGateway()
  const second = await startSecondGateway(gateway)
  const urls = [gateway.url, second.url] as const
  return {
    gateway,
    urls,
    flood: (times, key, method, path, body) =>
      Promise.all(Array.from({ length: times }, (_, i) => ask(urls[i % 2] + path, key, method, body))),
  }
}

async function ask(url: string, key: string, method: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The number of answers of each status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const tally: Record<number, number> = {}
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1
  return tally
}
