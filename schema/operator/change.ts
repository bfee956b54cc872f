import type { InputRef, ObjectRef } from '@pothos/core'
import type { OperatorContext } from '../../src/graphql-context.ts'
import { attempt, type UserErrorShape } from '../errors.ts'
import { builder, type Types } from './builder.ts'

type Refusal = Pick<UserErrorShape, 'code' | 'message' | 'path'>

const UserError = builder.objectRef<Refusal>('UserError').implement({
  description: 'Why nothing was changed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable code, the same as in REST.' }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, for people.' }),
    path: t.exposeStringList('path', {
      nullable: true,
      description: 'Path of the argument that is wrong, such as `["input", "calls"]`.',
    }),
  }),
})

const NO_ACCOUNT = { code: 'account_not_found', message: 'There is no account with this id.', path: ['input', 'id'] }

/**
 * Declares mutations of one type. Each runs a room's operation, returns refusals as user errors and logs the change. A repeated
 * call changes nothing more: most set the values of their input, prices name the version that they follow, and entries have a key.
 * @param field what the payload calls the changed object
 */
export function changesOf<T extends object>(field: string, changed: ObjectRef<Types, T>) {
  const payload = builder
    .objectRef<{ done: T | null; userErrors: readonly Refusal[] }>(`${changed.name}Payload`)
    .implement({
      description: 'The changed object, or why nothing was changed.',
      fields: (t) => ({
        [field]: t.expose('done', {
          type: changed,
          nullable: true,
          description: 'The object after the change; null if nothing was changed.',
        }),
        userErrors: t.expose('userErrors', {
          type: [UserError],
          description: 'Why nothing was changed; empty on success.',
        }),
      }),
    })

  /** @param run null where there is no account of the id */
  return function change<Input>(
    name: string,
    description: string,
    input: InputRef<Input>,
    run: (context: OperatorContext, input: Input) => Promise<T | null>,
  ): void {
    builder.mutationField(name, (t) =>
      t.field({
        type: payload,
        nullable: true,
        description,
        args: { input: t.arg({ type: input, required: true, description: 'The change.' }) },
        async resolve(_root, args, context) {
          const { input } = args as { input: Input }
          const { done, userErrors } = await attempt(() => run(context, input))
          if (done !== null) context.log.info({ change: name, input }, 'the operator changed something')
          const isMissing = done === null && userErrors.length === 0
          return { done, userErrors: isMissing ? [NO_ACCOUNT] : userErrors }
        },
      }),
    )
  }
}
