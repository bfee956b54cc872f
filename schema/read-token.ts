import { createReadToken, type ReadToken } from '../src/task/read-token.ts'
import { builder } from './builder.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const ReadTokenCreateInput = builder.inputType('ReadTokenCreateInput', {
  description: 'What the token can read: exactly one of `taskId` and `groupId`.',
  fields: (t) => ({
    taskId: t.id({ description: 'A task, prefixed `vid_`.' }),
    groupId: t.id({ description: 'The tasks of one create with n > 1, prefixed `grp_`.' }),
    idempotencyKey: t.string({ description: 'Accepted as with every write, but a repeated call returns a new token.' }),
  }),
})

interface ReadTokenResult {
  readonly made: ReadToken | null
  readonly userErrors: readonly UserErrorShape[]
}

const ReadTokenCreatePayload = builder.objectRef<ReadTokenResult>('ReadTokenCreatePayload').implement({
  description: 'The new token.',
  fields: (t) => ({
    token: t.string({
      nullable: true,
      description: 'The token, prefixed `vgr_`. Send it in place of a key.',
      resolve: ({ made }) => made?.token ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it expires. Revoking the key that created it ends it earlier.',
      resolve: ({ made }) => made?.expiresAt ?? null,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why none was created; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('readTokenCreate', (t) =>
  t.field({
    type: ReadTokenCreatePayload,
    nullable: true,
    description:
      'Creates a token, valid for 15 minutes, that can read and watch one task or group. Use it in browsers, which must not have the key.',
    args: { input: t.arg({ type: ReadTokenCreateInput, required: true, description: 'The task or group to open.' }) },
    async resolve(_root, { input: { taskId, groupId, idempotencyKey } }, { rooms, caller, ...context }) {
      const body = JSON.stringify({ task_id: taskId, group_id: groupId })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => createReadToken(rooms.resources, rooms.readTokens, caller, call))
      return { made: done, userErrors }
    },
  }),
)
