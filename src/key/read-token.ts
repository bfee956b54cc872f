import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { READ_TOKEN_SECONDS } from '../limits.ts'

const PREFIX = 'vgr_'
const SHAPE = /^vgr_([\w-]+)\.([\w-]+)$/

/** Content of a read token: its key and the tasks that it can read. */
export interface Reading {
  readonly keyId: string
  readonly taskIds: readonly string[]
}

export interface OpenedReading extends Reading {
  /** Id of the token. It is not secret. */
  readonly name: string
}

/** Short-lived tokens for browsers, to read and watch one task or group (docs/rules/keys.md#read-tokens). */
export interface ReadTokens {
  sign(reading: Reading): { readonly token: string; readonly expiresAt: Date }
  /**
   * The content of a token, if its signature is valid and it has not expired. The verifier checks its key.
   * @throws DomainError 401 invalid_api_key, read_token_expired
   */
  open(token: string): OpenedReading
}

export function isReadToken(secret: string): boolean {
  return secret.startsWith(PREFIX)
}

/**
 * A token is `vgr_`, its content, and a signature; it is not stored. It lists the tasks themselves and not their group, whose
 * tasks never change, so access is one check of an id.
 * @param secret shared by all gateways of an installation
 */
export function createReadTokens(secret: string): ReadTokens {
  const signatureOf = (said: string) => createHmac('sha256', secret).update(said).digest('base64url')

  return {
    sign({ keyId, taskIds }) {
      const expires = Math.floor(Date.now() / 1000) + READ_TOKEN_SECONDS
      const said = Buffer.from([keyId, expires, ...taskIds].join(' ')).toString('base64url')
      return { token: `${PREFIX}${said}.${signatureOf(said)}`, expiresAt: new Date(expires * 1000) }
    },
    open(token) {
      const [, said = '', signature = ''] = SHAPE.exec(token) ?? []
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(said))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new DomainError('invalid_api_key', 'This read token is not valid.')
      }
      const [keyId = '', expires, ...taskIds] = Buffer.from(said, 'base64url').toString().split(' ')
      if (Number(expires) * 1000 <= Date.now()) {
        throw new DomainError('read_token_expired', 'This read token has expired; create a new one.')
      }
      return { keyId, taskIds, name: PREFIX + signature.slice(0, 16) }
    },
  }
}
