import './account.ts'
import './flow.ts'
import './priceList.ts'
import './queue.ts'
import './task.ts'
import './worker.ts'
import { builder } from './builder.ts'

/** The operator's schema. Callers have another one, which names none of this. */
export const operatorSchema = builder.toSchema()

operatorSchema.description = 'The fleet behind the service, its accounts and its prices, for the operator.'
