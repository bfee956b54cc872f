import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Results of a well-behaved caller over some seconds. */
export interface Window {
  readonly calls: number
  readonly p50: number
  readonly p99: number
  /** The slowest call of each kind, in ms. */
  readonly slowest: Readonly<Record<string, number>>
  /** Calls without the right answer. */
  readonly failures: readonly string[]
}

export interface Healthy {
  /** Calls at a steady rate and waits for all answers. */
  measure(seconds: number): Promise<Window>
}

const RATE = 40
const PATIENCE_MS = 60_000

/** One call of each kind in turn, with the expected status. */
type Call = readonly [name: string, status: number, send: () => Promise<Response>]

/** @param key of an account with high limits */
export async function openHealthy(url: string, key: string): Promise<Healthy> {
  const picture = await readFile('test/corpus/rgb.png')
  const authorization = `Bearer ${key}`
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = { authorization, ...init.headers }
    return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  }
  const send = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const create = () => send('/v1/videos', { prompt: 'a lake at sunset' })
  const made = (await (await create()).json()) as { readonly id: string }
  const query = `{ task(id: "${made.id}") { id status progress } }`
  const uploadPicture = () => {
    const form = new FormData()
    form.set('purpose', 'reference')
    form.set('file', new Blob([picture]), 'picture.png')
    return ask('/v1/files', { method: 'POST', body: form })
  }
  const calls: readonly Call[] = [
    ['health', 200, () => ask('/healthz')],
    ['read', 200, () => ask(`/v1/videos/${made.id}`)],
    ['list', 200, () => ask('/v1/videos?limit=20')],
    ['create', 202, create],
    ['query', 200, () => send('/graphql', { query })],
    ['upload', 201, uploadPicture],
  ]
  let turn = 0
  return {
    async measure(seconds) {
      const times: number[] = []
      const failures: string[] = []
      const slowest: Record<string, number> = {}
      const start = performance.now()
      const callOnce = async (due: number, [name, status, send]: Call) => {
        const outcome = await statusOf(send)
        const time = performance.now() - due
        times.push(time)
        slowest[name] = Math.max(slowest[name] ?? 0, Math.round(time))
        if (outcome !== String(status)) failures.push(`${name}: ${outcome}`)
      }
      const under: Promise<void>[] = []
      for (let i = 0; i < seconds * RATE; i++) {
        // Measured from the scheduled time: a caller that waits for a late answer would hide the delay.
        const due = start + (i * 1000) / RATE
        await pause(Math.max(0, due - performance.now()))
        const call = calls[turn++ % calls.length]
        if (call) under.push(callOnce(due, call))
      }
      await Promise.all(under)
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
      return { calls: times.length, p50: at(0.5), p99: at(0.99), slowest, failures }
    },
  }
}

async function statusOf(send: () => Promise<Response>): Promise<string> {
  try {
    const answer = await send()
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}
