import type { Prisma } from '../../prisma/client/client.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { isDeliveryId } from './deliveries.ts'

/**
 * A webhook delivery of the caller's account.
 * @throws DomainError 403 insufficient_scope
 */
export function ownDelivery(caller: Caller, id: string): Prisma.WebhookDeliveryWhereUniqueInput {
  assertScope(caller, 'videos:read')
  return { id: isDeliveryId(id) ? id : '', accountId: caller.accountId }
}
