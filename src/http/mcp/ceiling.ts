import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../errors.ts'

const HEADER = 'Max-Amount-Micro'

/** The argument of `create_video`. */
export const CEILING = 'max_amount_micro'

/**
 * The most that a create may cost, in µ¥: the header of the client's owner or the argument of its model, whichever is less. One of
 * them is required, because a model spends without asking.
 * @param argument raw JSON text
 * @throws DomainError 400 missing_parameter, invalid_parameter
 */
export function ceilingOf(headers: IncomingHttpHeaders, argument: string | undefined): number {
  const given: number[] = []
  const header = headers[HEADER.toLowerCase()]
  if (header !== undefined) given.push(amountOf(HEADER, String(header)))
  if (argument !== undefined && argument !== 'null') given.push(amountOf(CEILING, argument))
  if (given.length > 0) return Math.min(...given)
  const message = `${CEILING} is required: the most that the call may cost, in millionths of a yuan. price_video returns the price.`
  throw new DomainError('missing_parameter', message, { param: CEILING })
}

function amountOf(param: string, text: string): number {
  if (/^(0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new DomainError('invalid_parameter', `${param} must be a whole number of millionths of a yuan.`, { param })
}
