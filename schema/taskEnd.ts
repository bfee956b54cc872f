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
      description: 'CANCELLED, with what was billed.',
      resolve: ({ task }) => task,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not cancelled; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskCancel', (t) =>
  t.field({
    type: TaskCancelPayload,
    nullable: true,
    description: 'Cancels a task; only what was completed is billed. From PACKAGING on there is nothing left to save.',
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
      description: 'Its id, which opens nothing any more.',
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not deleted; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskDelete', (t) =>
  t.field({
    type: TaskDeletePayload,
    nullable: true,
    description: 'Deletes an ended task: its record, its video and what was written in it. The ledger stays.',
    args: { input: t.arg({ type: TaskDeleteInput, required: true, description: 'The task to delete.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => removeTask(rooms.resources, caller, call))
      return { deletedTaskId: done?.id ?? null, userErrors }
    },
  }),
)
