import { isGiven, parseJson } from '../../lib/body.ts'
import type { Rooms } from '../../rooms.ts'
import type { RestContext } from './context.ts'

/** The day of the form that has something better (RFC 9745): `references`, `service_tier`, `use_context_ir`. */
const SINCE = `@${Date.UTC(2026, 10, 1) / 1000}`

/** Says in the answer, refusals included, that what was used is deprecated, and where to read about it. */
export function markDeprecated({ publicUrl }: Rooms, { env: { outgoing } }: RestContext): void {
  outgoing.setHeader('Deprecation', SINCE)
  outgoing.setHeader('Link', `<${publicUrl}/v1/docs>; rel="deprecation"; type="text/html"`)
}

/** Takes it back, for a caller to whom it is not. */
export function unmarkDeprecated({ env: { outgoing } }: RestContext): void {
  outgoing.removeHeader('Deprecation')
  outgoing.removeHeader('Link')
}

/** Marks a create that holds `reference` or `acceleration` (docs/rules/versions.md#deprecation), in whatever form. */
export function markDeprecatedFields(rooms: Rooms, c: RestContext, body: string): void {
  // Most have neither, and are not parsed for it.
  if (!body.includes('"reference"') && !body.includes('"acceleration"')) return
  const given = parseJson(body)
  if (isGiven(given, 'reference') || isGiven(given, 'acceleration')) markDeprecated(rooms, c)
}
