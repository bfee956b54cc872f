import { setTimeout as pause } from 'node:timers/promises'
import type { Acknowledged } from '../kill-storm/clients.ts'

/** A caller that continues whatever happens to the service. */
export interface Caller {
  readonly acknowledged: readonly Pick<Acknowledged, 'key' | 'id'>[]
  /** Answers that no caller should get. */
  readonly complaints: readonly string[]
  /** Repeats the same create until it is acknowledged. @returns the task's id; null if it was not in time */
  create(limitMs: number): Promise<string | null>
  /** Waits for a task's end. @returns its state; null if it did not end in time */
  end(id: string, limitMs: number): Promise<string | null>
  /** Stops polling, which it does four times a second. */
  close(): Promise<void>
}

/** Twice this rate is below a key's limit. */
const AGAIN_MS = 250
const ANSWER_WITHIN_MS = 15_000
const ENDED = ['succeeded', 'failed', 'cancelled', 'rejected']

export function openCaller(url: string, key: string): Caller {
  const acknowledged: Pick<Acknowledged, 'key' | 'id'>[] = []
  const complaints: string[] = []
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  let isClosed = false

  /** @returns the body of an answer with this status; null if there is none now */
  const ask = async (status: number, path: string, init: RequestInit = {}): Promise<Record<string, unknown> | null> => {
    let response: Response
    let text: string
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      response = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers }, signal })
      text = await response.text()
    } catch {
      return null
    }
    if (response.status === status) return JSON.parse(text)
    if (response.status !== 503) complaints.push(`${path} was answered ${response.status}: ${text.slice(0, 300)}`)
    else if (!response.headers.has('Retry-After')) complaints.push(`${path} was answered 503 without Retry-After`)
    return null
  }

  const until = async <T>(limitMs: number, look: () => Promise<T | null>): Promise<T | null> => {
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(AGAIN_MS)) {
      const found = await look()
      if (found !== null) return found
    }
    return null
  }

  const asking = (async () => {
    for (; !isClosed; await pause(AGAIN_MS)) await ask(200, '/v1/videos?limit=1')
  })()

  return {
    acknowledged,
    complaints,
    async create(limitMs) {
      const name = `npm-start-${acknowledged.length}`
      const body = JSON.stringify({ prompt: 'a grey wall', duration: 5, aspect_ratio: '1:1', audio: false })
      const init = { method: 'POST', body, headers: { 'Idempotency-Key': name } }
      const task = await until(limitMs, () => ask(202, '/v1/videos', init))
      if (!task) return null
      const id = String(task['id'])
      acknowledged.push({ key: name, id })
      return id
    },
    end: (id, limitMs) =>
      until(limitMs, async () => {
        const status = (await ask(200, `/v1/videos/${id}`))?.['status']
        return typeof status === 'string' && ENDED.includes(status) ? status : null
      }),
    async close() {
      isClosed = true
      await asking
    },
  }
}
