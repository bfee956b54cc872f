import { cancelTask } from '../src/task/cancel.ts'
import { removeTask } from '../src/task/remove.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'
import { Task, taskRow } from './task.ts'

const TaskCancelInput = builder.inputType('TaskCancelInput', {
  description: 'The task to cancel.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `vid_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface TaskCancelResult {
  readonly task: ReturnType<typeof taskRow> | null
  readonly userErrors: readonly UserErrorShape[]
}

const TaskCancelPayload = builder.objectRef<TaskCancelResult>('TaskCancelPayload').implement({
  description: 'The cancelled task.',
  fields: (t) => ({
    task: t.field({
      type: Task,
      nullable: true,
      description: 'The task, CANCELLED, with its `usage`.',
      resolve: ({ task }) => task,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not cancelled; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskCancel', (t) =>
  t.field({
    type: TaskCancelPayload,
    nullable: true,
    description: 'Cancels a task. Only completed work is billed. A task in PACKAGING can no longer be cancelled.',
    args: { input: t.arg({ type: TaskCancelInput, required: true, description: 'The task to cancel.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => cancelTask(rooms.resources, caller, call))
      return { task: done && taskRow(done.task), userErrors }
    },
  }),
)

const TaskDeleteInput = builder.inputType('TaskDeleteInput', {
  description: 'The task to delete.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `vid_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface TaskDeleteResult {
  readonly deletedTaskId: string | null
  readonly userErrors: readonly UserErrorShape[]
}

const TaskDeletePayload = builder.objectRef<TaskDeleteResult>('TaskDeletePayload').implement({
  description: 'The deleted task.',
  fields: (t) => ({
    deletedTaskId: t.exposeID('deletedTaskId', {
      nullable: true,
      description: 'Id of the deleted task.',
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not deleted; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskDelete', (t) =>
  t.field({
    type: TaskDeletePayload,
    nullable: true,
    description: 'Deletes a finished task with its prompt, metadata and video. Its ledger entries stay.',
    args: { input: t.arg({ type: TaskDeleteInput, required: true, description: 'The task to delete.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => removeTask(rooms.resources, caller, call))
      return { deletedTaskId: done?.id ?? null, userErrors }
    },
  }),
)
