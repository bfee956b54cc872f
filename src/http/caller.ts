import type { IncomingHttpHeaders } from 'node:http'
import type { Meter } from '../admission/meter.ts'
import type { Standing } from '../admission/rate.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller, type Need, type Scope } from '../key/caller.ts'
import { isReadToken } from '../key/read-token.ts'
import type { Verified } from '../key/verify.ts'
import { CURRENT_VERSION, EARLIER_VERSION } from '../key/version.ts'
import type { Rooms } from '../rooms.ts'
import { httpMeter } from './rate.ts'
import type { RestContext } from './rest/context.ts'

type Needs = Pick<Rooms, 'verifier' | 'rates'>

/**
 * The credentials of a request from a browser that cannot set a header, for its EventSource or `<video>`: the header, or else a
 * read token as `?token=`. Keys are not accepted there, because URLs are logged in too many places.
 */
export function authorizationOf({ req, env: { incoming, outgoing } }: RestContext): string | undefined {
  const { authorization } = incoming.headers
  const token = req.query('token')
  if (token === undefined) return authorization
  outgoing.setHeader('Referrer-Policy', 'no-referrer')
  return authorization ?? (isReadToken(token) ? `Bearer ${token}` : undefined)
}

/**
 * The caller of a request (spec 5), which costs a call, in this order (docs/rules/doors.md#order-of-checks): key,
 * scope, rate, version.
 * @throws DomainError 401 and 403 of the verifier, 403 insufficient_scope, 429 rate_limit_exceeded, 400
 *   unsupported_api_version
 */
export async function callerOf(
  rooms: Needs,
  c: RestContext,
  need: Need,
  authorization = c.env.incoming.headers.authorization,
): Promise<Caller> {
  const { caller, meter } = await meteredCaller(rooms, c, authorization)
  const exceeded = meter.count(1)
  // A call that the scope refuses counts too.
  assertScope(caller, need)
  if (exceeded) throw exceeded
  return inVersion(caller, c.env.incoming.headers)
}

/**
 * Runs a create for its caller, in the same order. It costs a create, or a call if it is refused before it is counted.
 * @throws DomainError as `callerOf`, and what `run` throws
 */
export async function asCreator<T>(
  rooms: Needs,
  c: RestContext,
  scope: Scope,
  run: (caller: Caller, rated: (standing: Standing) => void) => Promise<T>,
): Promise<T> {
  const { caller, meter } = await meteredCaller(rooms, c, c.env.incoming.headers.authorization)
  if (!caller.scopes.includes(scope)) meter.count(1)
  assertScope(caller, scope)
  return meter.create(async (rated) => run(inVersion(caller, c.env.incoming.headers), rated))
}

/** A caller whose calls the returned meter counts. @throws DomainError 401 and 403 of the verifier */
export async function meteredCaller(
  rooms: Needs,
  c: RestContext,
  authorization: string | undefined,
): Promise<{ caller: Verified; meter: Meter }> {
  const caller = await rooms.verifier.verify(authorization)
  return { caller, meter: httpMeter(rooms, caller, c.env.outgoing) }
}

/**
 * The caller in the version of the request, or else of the account (docs/rules/versions.md#choosing-a-version).
 */
function inVersion(caller: Verified, headers: IncomingHttpHeaders): Caller {
  const version = headers['api-version'] ?? caller.restVersion
  if (version === CURRENT_VERSION) return caller
  if (version === EARLIER_VERSION && caller.mayUseEarlier) return { ...caller, apiVersion: version }
  const other = caller.mayUseEarlier ? ` or ${EARLIER_VERSION}` : ''
  const message = `API-Version must be ${CURRENT_VERSION}${other} for this account.`
  throw new DomainError('unsupported_api_version', message, { param: 'API-Version' })
}
