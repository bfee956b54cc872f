import { DomainError } from '../../../errors.ts'
import { assertScope } from '../../../key/caller.ts'
import { parseJson } from '../../../lib/body.ts'
import type { Rooms } from '../../../rooms.ts'
import { meteredCaller } from '../../caller.ts'
import { isAllowedOrigin } from '../../cors.ts'
import { callsTool } from '../../mcp/call.ts'
import { jsonBody } from '../body.ts'
import { anyObject } from '../openapi/schema.ts'
import { checkedElsewhere } from '../route.ts'

const body = jsonBody(anyObject('A message of JSON-RPC 2.0.'), {
  list: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
})

/** docs/rules/doors.md#tools-for-models: a message costs a call; a create costs a create, or a call if it is refused before it is counted. */
checkedElsewhere('POST', '/mcp', { need: null, others: 'ignored', body }, async (rooms, c) => {
  const { incoming } = c.env
  assertOrigin(rooms, incoming.headers.origin)
  const { caller, meter } = await meteredCaller(rooms, c, incoming.headers.authorization)
  try {
    assertScope(caller, null)
    const text = await body.read(incoming)
    const message = parseJson(text)
    if (Array.isArray(message) || typeof message !== 'object' || message === null) {
      throw new DomainError('invalid_parameter', 'Send one message of JSON-RPC 2.0, an object.')
    }
    const exceeded = callsTool(message, 'create_video') ? null : meter.count(1)
    if (exceeded) throw exceeded
    const { serveMcp } = await import('../../mcp/serve.ts')
    const response = await serveMcp({ rooms, c, caller, meter, text, message })
    // A message that did not reach its tool costs a call as well.
    meter.failed(null)
    return response
  } catch (error) {
    throw meter.failed(error)
  }
})

/**
 * The protocol asks servers to check this header against DNS rebinding. A page of another origin can do nothing here without a key,
 * so that CORS_ORIGINS decides as everywhere else, and pages of the gateway itself are allowed.
 * @throws DomainError 403 origin_not_allowed
 */
function assertOrigin({ resources: { config }, publicUrl }: Rooms, origin: string | undefined): void {
  if (origin === undefined || isAllowedOrigin(config.corsOrigins, origin) || origin === new URL(publicUrl).origin)
    return
  throw new DomainError('origin_not_allowed', 'Pages of this origin may not call this address.')
}
