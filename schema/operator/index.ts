import './account.ts'
import './booking.ts'
import './flow.ts'
import './history.ts'
import './price-list.ts'
import './promise.ts'
import './queue.ts'
import './task.ts'
import './worker.ts'
import { builder } from './builder.ts'

/** The operator's schema. Callers have another one, which names none of this. */
export const operatorSchema = builder.toSchema()

operatorSchema.description = 'Workers, accounts and prices of the service, for its operator.'
