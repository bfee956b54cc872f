import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import type { Resources } from '../resources.ts'
import { type Delivery, isDeliveryId, readDelivery } from './deliveries.ts'

/**
 * A webhook delivery of the caller's account; null for a missing and for a foreign one.
 * @throws DomainError 403 insufficient_scope
 */
export async function findDelivery(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
): Promise<Delivery | null> {
  assertScope(caller, 'videos:read')
  if (!isDeliveryId(id)) return null
  try {
    return await readDelivery(pool, caller, id)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'delivery_not_found') return null
    throw error
  }
}
