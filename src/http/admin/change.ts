import {
  type GraphQLFieldConfig,
  type GraphQLInputObjectType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql'
import { attempt, type UserErrorShape } from '../../../schema/errors.ts'
import { type AdminContext, argumentsOf, listOf, objectOf, some } from './describe.ts'

type Refusal = Pick<UserErrorShape, 'code' | 'message' | 'path'>

const UserError = objectOf<Refusal>('UserError', 'Why nothing was changed.', {
  code: [some(GraphQLString), 'The machine code.'],
  message: [some(GraphQLString), 'What is wrong, for people.'],
  path: [new GraphQLList(some(GraphQLString)), 'The offending part of the arguments: `["input", "calls"]`.'],
})

/** What a change answers: the thing as it is now under a name of its own, or why it is as it was. */
export interface Payload {
  readonly field: string
  readonly type: GraphQLObjectType
}

export function payloadOf(field: string, changed: GraphQLObjectType): Payload {
  const type = new GraphQLObjectType({
    name: `${changed.name}Payload`,
    description: 'What was changed, or why it was not.',
    fields: {
      [field]: { type: changed, description: 'As it is now; null where nothing was changed.' },
      userErrors: { type: listOf(UserError), description: 'Why nothing was changed; empty when all is well.' },
    },
  })
  return { field, type }
}

const NO_ACCOUNT: Refusal = {
  code: 'account_not_found',
  message: 'There is no account of this id.',
  path: ['input', 'id'],
}

type Change<Input> = GraphQLFieldConfig<unknown, AdminContext, { input: Input }>

/**
 * A mutation: a room's operation, whose refusals become user errors. The log is told of what was changed. Each sets what it
 * names to what it is given, and prices name the version that they follow, so that a call that is repeated changes nothing
 * more: none needs an Idempotency-Key.
 * @param run null where there is no account of the id
 */
export function change<Input, T>(
  description: string,
  input: GraphQLInputObjectType,
  payload: Payload,
  run: (context: AdminContext, input: Input) => Promise<T | null>,
): Change<Input> {
  return {
    type: payload.type,
    description,
    args: argumentsOf<{ input: Input }>({ input: [some(input), 'What to change.'] }),
    async resolve(_root, { input }, context, { fieldName }) {
      const { done, userErrors } = await attempt(() => run(context, input))
      if (done !== null) context.log.info({ change: fieldName, input }, 'the operator changed something')
      const isMissing = done === null && userErrors.length === 0
      return { [payload.field]: done, userErrors: isMissing ? [NO_ACCOUNT] : userErrors }
    },
  }
}
