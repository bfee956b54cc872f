import type { ServerResponse } from 'node:http'
import { newId } from '../lib/id.ts'

const HEADER = 'X-Request-Id'

/**
 * Names a request, on its response before anything else is: every answer bears the id, whoever writes it
 * (docs/rules/doors.md#answers).
 */
export function nameRequest(response: ServerResponse): string {
  const id = newId('req')
  response.setHeader(HEADER, id)
  return id
}

/** The id that `nameRequest` gave. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER) ?? '')
}
