import { keepingNumbers, withoutNulls } from '../lib/json.ts'
import { CreateBody } from './request.ts'

const { prompt: _, ...defaults } = CreateBody.parse({ prompt: 'any' })

/** The defaults of a create (spec 4.1). Context IR is not among them: the account's setting decides. */
export const CREATE_DEFAULTS = defaults

/**
 * The normal form of a create's body (docs/rules/doors.md#idempotency): defaults filled in, null left out, `reference`
 * as a list of one. Nothing is validated: a body that is not an object is returned unchanged.
 * @param metadataText raw text of `metadata` as sent; its numbers stay as written
 * @param imageHash replaces the id of a start image that was uploaded with the call
 */
export function askedOf(body: unknown, metadataText: string | null, imageHash?: string): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { metadata: _, ...given } = body as Readonly<Record<string, unknown>>
  const { reference, references = [], ...others } = withoutNulls(given) as Readonly<Record<string, unknown>>
  const isAlone = reference !== undefined && Array.isArray(references) && references.length === 0
  return {
    ...CREATE_DEFAULTS,
    ...others,
    references: isAlone ? [reference] : references,
    reference: isAlone ? null : reference,
    metadata: metadataText === null ? null : keepingNumbers(metadataText),
    ...(imageHash === undefined ? {} : { input_image: imageHash }),
  }
}
