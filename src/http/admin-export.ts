import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../errors.ts'
import type { Rooms } from '../rooms.ts'
import { type Month, parseMonth } from '../task/ledger-page.ts'
import { createOperatorGuard, OPERATOR } from './admin.ts'
import { csvHeaders, sendCsv } from './csv.ts'
import { httpMeter } from './rate.ts'
import { queryOf } from './rest/query.ts'
import { refuse } from './rest/respond.ts'

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
      refuse(response, error)
    }
  }
}

function askedOf(url: string): { readonly account: string; readonly month: Month } {
  const query = queryOf(url, ['account', 'month'])
  const account = query.get('account')
  if (!account) throw new DomainError('missing_parameter', 'Name the account: ?account=acc_…', { param: 'account' })
  return { account, month: parseMonth(query.get('month')) }
}
