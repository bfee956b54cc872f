import { createReadToken, type ReadToken } from '../src/task/read-token.ts'
import { builder } from './builder.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const ReadTokenCreateInput = builder.inputType('ReadTokenCreateInput', {
  description: 'What the token opens: exactly one of a task and a group.',
  fields: (t) => ({
    taskId: t.id({ description: 'A task, prefixed `vid_`.' }),
    groupId: t.id({ description: 'The tasks of one create with n > 1, prefixed `grp_`.' }),
    idempotencyKey: t.string({ description: 'Taken as with every write; a repeated call gives a new token.' }),
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
      description: 'The token, prefixed `vgr_`, which is sent where a key is.',
      resolve: ({ made }) => made?.token ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; revoking the key that made it ends it before.',
      resolve: ({ made }) => made?.expiresAt ?? null,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why none was made; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('readTokenCreate', (t) =>
  t.field({
    type: ReadTokenCreatePayload,
    nullable: true,
    description:
      'Makes a token of 15 minutes that reads and watches one task or group, for a browser that must not have the key.',
    args: { input: t.arg({ type: ReadTokenCreateInput, required: true, description: 'What it opens.' }) },
    async resolve(_root, { input: { taskId, groupId, idempotencyKey } }, { rooms, caller, ...context }) {
      const body = JSON.stringify({ task_id: taskId, group_id: groupId })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => createReadToken(rooms.resources, rooms.readTokens, caller, call))
      return { made: done, userErrors }
    },
  }),
)
