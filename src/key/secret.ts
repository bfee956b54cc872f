import { hash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY = 32
const CHECK = 6
const SHAPE = new RegExp(`^vgk_[0-9A-Za-z]{${BODY + CHECK}}$`)

/** A new plaintext key: `vgk_`, 32 random characters, a checksum of six (docs/rules/keys.md#keys). */
export function newSecret(): string {
  let body = ''
  while (body.length < BODY) {
    // 248 is the largest multiple of 62 in a byte, so that all characters are equally likely.
    for (const byte of randomBytes(BODY)) if (byte < 248 && body.length < BODY) body += ALPHABET[byte % 62]
  }
  return `vgk_${body}${checksum(body)}`
}

function checksum(body: string): string {
  let number = hash('sha256', `vgk_${body}`, 'buffer').readUIntBE(0, 6)
  let text = ''
  for (let i = 0; i < CHECK; i++) {
    text += ALPHABET[number % 62]
    number = Math.floor(number / 62)
  }
  return text
}

/** Whether a key is well-formed, checked before the database is queried. */
export function isWellFormed(secret: string): boolean {
  return SHAPE.test(secret) && checksum(secret.slice(4, 4 + BODY)) === secret.slice(4 + BODY)
}

/** The stored hash of a key. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The masked key for lists: 8 of its 42 characters, with the prefix; nothing of a short development key. */
export function redact(secret: string): string {
  if (secret.length < 24) return 'vgk_…'
  return `${secret.slice(0, 8)}…${secret.slice(-4)}`
}
