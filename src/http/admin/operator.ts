import { hash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../../errors.ts'

/**
 * Judges Authorization headers by the operator's key, in constant time: digests are compared, whose lengths are the same.
 * @returns throws DomainError 401 missing_api_key, invalid_api_key
 */
export function createOperatorGuard(operatorKey: string): (authorization: string | null) => void {
  const expected = hash('sha256', operatorKey, 'buffer')
  return (authorization) => {
    if (!authorization) {
      throw new DomainError('missing_api_key', 'Send the operator’s key as `Authorization: Bearer <OPERATOR_KEY>`.')
    }
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (timingSafeEqual(hash('sha256', given, 'buffer'), expected)) return
    throw new DomainError('invalid_api_key', 'This is not the operator’s key.')
  }
}
