import { isGiven, parseJson } from '../../lib/body.ts'
import type { Rooms } from '../../rooms.ts'
import type { RestContext } from './context.ts'

/** Date of the version with the replacements (RFC 9745): `references`, `service_tier`, `use_context_ir`. */
const SINCE = `@${Date.UTC(2026, 10, 1) / 1000}`

/** Marks the answer, or the refusal, of a deprecated operation or field, with a link to its documentation. */
export function markDeprecated({ publicUrl }: Rooms, { env: { outgoing } }: RestContext): void {
  outgoing.setHeader('Deprecation', SINCE)
  outgoing.setHeader('Link', `<${publicUrl}/v1/docs>; rel="deprecation"; type="text/html"`)
}

/** Removes the mark, for a version in which it is not deprecated. */
export function unmarkDeprecated({ env: { outgoing } }: RestContext): void {
  outgoing.removeHeader('Deprecation')
  outgoing.removeHeader('Link')
}

/** Marks a create with `reference` or `acceleration` (docs/rules/versions.md#deprecation), as JSON or as a form. */
export function markDeprecatedFields(rooms: Rooms, c: RestContext, body: string): void {
  // Most bodies have neither, so they are not parsed for this.
  if (!body.includes('"reference"') && !body.includes('"acceleration"')) return
  const given = parseJson(body)
  if (isGiven(given, 'reference') || isGiven(given, 'acceleration')) markDeprecated(rooms, c)
}
