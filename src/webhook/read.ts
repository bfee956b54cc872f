import { assertScope, type Caller } from '../key/caller.ts'
import type { Resources } from '../resources.ts'
import { type Delivery, findDelivery, isDeliveryId } from './deliveries.ts'

/**
 * A webhook delivery of the caller's account; null if it is missing or of another account.
 * @throws DomainError 403 insufficient_scope
 */
export async function readDelivery(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
): Promise<Delivery | null> {
  assertScope(caller, 'videos:read')
  return isDeliveryId(id) ? findDelivery(pool, caller, id) : null
}
