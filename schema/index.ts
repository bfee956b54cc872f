import { isInterfaceType } from 'graphql'
import './scalars.ts'
import './account.ts'
import './apiKey.ts'
import './credit.ts'
import './creditsUpdated.ts'
import './file.ts'
import './pricing.ts'
import './prompt.ts'
import './readToken.ts'
import './taskCreate.ts'
import './taskEnd.ts'
import './taskQuote.ts'
import './taskQueue.ts'
import './tasks.ts'
import './tasksUpdated.ts'
import './taskUpdated.ts'
import './upscale.ts'
import './webhook.ts'
import { builder } from './builder.ts'

/** The public schema: one noun a file, each adding its own fields. */
export const schema = builder.toSchema()

/**
 * Pothos answers a promise for the id of every node, for which each object of a list, and every push, would wait: a sixth of
 * what executing a list takes. Ours are what the rows have.
 */
const node = schema.getType('Node')
for (const type of isInterfaceType(node) ? schema.getPossibleTypes(node) : []) {
  const { id } = type.getFields()
  if (id) id.resolve = (row: { readonly id: string }) => row.id
}
