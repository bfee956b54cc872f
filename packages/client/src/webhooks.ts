import type { WebhookEvent } from './generated/api.ts'

export type { WebhookEvent } from './generated/api.ts'

export interface WebhookOptions {
  /** How much the time of the request may differ from now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined
}

/** A request that is not from the gateway: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** Headers as `fetch` and frameworks have them, or as Node's `http` does. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>

/**
 * The event of a webhook, after the checks of Standard Webhooks: the signature of the raw body, compared in constant time, and
 * the time. The same event can arrive twice: recognise it by its `id`.
 * @param secret the account's secret, or several while you change it: `whsec_…`
 * @param body the raw body
 * @throws WebhookError
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { toleranceSeconds = 300 }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }) as [string, string, string]
  // Also for a time that is not a number.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds)) {
    throw new WebhookError('The webhook is too old, or of the future. Check the clock of this machine.')
  }
  const bytes = typeof body === 'string' ? encode(body) : body
  const head = encode(`${id}.${time}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [bytesOf(each.slice(3))] : []))
  for (const each of [secret].flat()) {
    const key = await keyOf(each)
    for (const signature of given) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(new TextDecoder().decode(bytes))
    }
  }
  throw new WebhookError('No signature of the webhook is valid. Check the secret, and that the body is raw.')
}

const encode = (text: string) => new TextEncoder().encode(text)

function keyOf(secret: string): Promise<CryptoKey> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''))
  if (raw.length === 0) throw new TypeError('The secret must be whsec_…, as GET /v1/webhooks/secret returns it.')
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Nothing for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
