import type { ServerResponse } from 'node:http'
import { newId } from '../lib/id.ts'

const HEADER = 'X-Request-Id'

/**
 * Sets the request's id on its response before anything else: every answer has it, whatever code writes it
 * (docs/rules/doors.md#answers).
 */
export function nameRequest(response: ServerResponse): string {
  const id = newId('req')
  response.setHeader(HEADER, id)
  return id
}

/** The id that `nameRequest` set. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER) ?? '')
}
