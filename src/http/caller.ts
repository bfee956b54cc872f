import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller, type Scope } from '../key/caller.ts'
import type { Rooms } from '../rooms.ts'

const CURRENT_VERSION = '2026-11-01'

/**
 * The caller of a request (spec 5), in the order of judging of contract 2: key, then scope, then version.
 * @param scope null where any key will do
 * @throws DomainError 401 and 403 of the verifier, 403 insufficient_scope, 400 unsupported_api_version
 */
export async function callerOf(
  rooms: Pick<Rooms, 'verifier'>,
  headers: IncomingHttpHeaders,
  scope: Scope | null,
): Promise<Caller> {
  const caller = await rooms.verifier.verify(headers.authorization)
  if (scope) assertScope(caller, scope)
  const version = headers['api-version']
  if (version === undefined) return caller
  // The earlier form (spec 9) will answer only to accounts that the operator enabled; until then to none.
  if (version !== CURRENT_VERSION) {
    const message = `API-Version must be ${CURRENT_VERSION}, or absent.`
    throw new DomainError('unsupported_api_version', message, { param: 'API-Version' })
  }
  return caller.apiVersion === version ? caller : { ...caller, apiVersion: version }
}
