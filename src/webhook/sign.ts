import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret in the form of Standard Webhooks: 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** A secret as a signing key; creating it costs more than a signature. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), 'base64')
}

/**
 * The headers of one try (Standard Webhooks; docs/rules/webhooks.md#signatures): the event's id, the time of the try,
 * and a signature for each valid secret.
 * @param keys at least one; the receiver needs to know only one of them
 */
export function signedHeaders(
  eventId: string,
  body: string,
  keys: readonly KeyObject[],
  now = new Date(),
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signed = `${eventId}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
