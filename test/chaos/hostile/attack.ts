import { setTimeout as pause } from 'node:timers/promises'

/** The target of an attack. */
export interface Target {
  readonly port: number
  readonly url: string
  /** A key of the attacker's account, with default limits and every scope. */
  readonly key: string
  readonly gatewayPid: number
  /** Ends the attack. */
  readonly signal: AbortSignal
  /** Counts the result of a try: a status, or a word. */
  readonly count: (outcome: string) => void
}

export interface Attack {
  readonly about: string
  /** Prepares the attack. */
  readonly prepare?: () => Promise<unknown>
  /** Continues until the signal ends it. */
  run(target: Target): Promise<void>
  /** Outcomes that must not occur. */
  readonly never?: readonly string[]
}

/** Repeats a call, several at once. Failures are counted and repeated. */
export async function keepDoing(
  { signal, count }: Target,
  { atOnce, pauseMs }: { atOnce: number; pauseMs: number },
  work: (turn: number) => Promise<string>,
): Promise<void> {
  let turn = 0
  const go = async () => {
    while (!signal.aborted) {
      count(await work(turn++).catch((error: Error) => `failed: ${error.name}`))
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

/** @returns the status; reads the answer to its end */
export async function post(target: Target, path: string, body: BodyInit, headers: HeadersInit = {}): Promise<string> {
  const { url, signal } = target
  const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers, signal })
  await answer.arrayBuffer()
  return String(answer.status)
}

export function postJson(target: Target, path: string, text: string, key: string | null): Promise<string> {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
  return post(target, path, text, { 'content-type': 'application/json', ...authorization })
}

export function upload(target: Target, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'reference')
  form.set('file', new Blob([bytes]), name)
  return post(target, '/v1/files', form, { authorization: `Bearer ${target.key}` })
}
