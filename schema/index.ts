import { isInterfaceType } from 'graphql'
import './scalars.ts'
import './account.ts'
import './api-key.ts'
import './api-key-update.ts'
import './capabilities.ts'
import './credit.ts'
import './credits-updated.ts'
import './edges.ts'
import './files.ts'
import './pricing.ts'
import './prompt.ts'
import './read-token.ts'
import './task-create.ts'
import './task-edges.ts'
import './task-end.ts'
import './task-quote.ts'
import './task-queue.ts'
import './task-states.ts'
import './tasks.ts'
import './tasks-updated.ts'
import './task-updated.ts'
import './upscale.ts'
import './webhook.ts'
import './webhook-test.ts'
import { builder } from './builder.ts'

/** The public schema: one noun a file, each adding its own fields. */
export const schema = builder.toSchema()

/**
 * Pothos resolves the id of every node with a promise, which costs a sixth of the time that a list takes to execute. These ids
 * are read from the rows.
 */
const node = schema.getType('Node')
for (const type of isInterfaceType(node) ? schema.getPossibleTypes(node) : []) {
  const { id } = type.getFields()
  if (id) id.resolve = (row: { readonly id: string }) => row.id
}
