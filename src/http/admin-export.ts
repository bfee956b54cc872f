import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../errors.ts'
import type { Rooms } from '../rooms.ts'
import { type Month, parseMonth } from '../task/ledger-page.ts'
import { createOperatorGuard, OPERATOR } from './admin.ts'
import { csvHeaders, sendCsv } from './csv.ts'
import { httpMeter } from './rate.ts'
import { requestIdOf } from './request-id.ts'
import { errorHeaders, errorObject } from './rest/respond.ts'

/** GET with `account` and `month` in the query. */
export const ADMIN_EXPORT = '/admin/credits/export.csv'

/** The ledger of any account as CSV, for OPERATOR_KEY only (docs/rules/keys.md#operator-key). */
export function createAdminExport(
  rooms: Rooms,
  operatorKey: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const judge = createOperatorGuard(operatorKey)
  return async (request, response) => {
    try {
      judge(request.headers.authorization ?? null)
      const exceeded = httpMeter(rooms, OPERATOR, response).count(1)
      if (exceeded) throw exceeded
      const { account, month } = askedOf(request.url ?? '')
      const exported = await rooms.ledgerExports.open(account, month, true)
      if (!exported)
        throw new DomainError('invalid_parameter', 'There is no account with this id.', { param: 'account' })
      if (request.method !== 'HEAD') return sendCsv(exported, request, response, rooms.resources.log)
      exported.close()
      response.writeHead(200, csvHeaders(exported, request)).end()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const text = JSON.stringify({ error: errorObject(error, requestIdOf(response)) })
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...errorHeaders(error) }
      response.writeHead(error.status, headers).end(text)
    }
  }
}

const NAMES = ['account', 'month']

function askedOf(url: string): { readonly account: string; readonly month: Month } {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const name of query.keys()) {
    if (!NAMES.includes(name)) {
      throw new DomainError('unknown_parameter', `Only ${NAMES.join(' and ')} are parameters of this address.`, {
        param: name,
      })
    }
    if (query.getAll(name).length > 1)
      throw new DomainError('invalid_parameter', `${name} must be given once.`, { param: name })
  }
  const account = query.get('account')
  if (!account) throw new DomainError('missing_parameter', 'Name the account: ?account=acc_…', { param: 'account' })
  return { account, month: parseMonth(query.get('month') ?? undefined) }
}
