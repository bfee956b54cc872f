import { TASKS_PER_CREATE_MAX } from '../src/limits.ts'
import { createTasks } from '../src/task/create.ts'
import { builder, CURRENT_FORM } from './builder.ts'
import { attempt, toUserError, UserError, type UserErrorShape } from './errors.ts'
import { Task, taskRow } from './task.ts'
import { restBody, TaskCreateInput } from './task-input.ts'

interface TaskCreateResult {
  readonly tasks: readonly ReturnType<typeof taskRow>[]
  readonly requested: number
  readonly userErrors: readonly UserErrorShape[]
}

const TaskCreatePayload = builder.objectRef<TaskCreateResult>('TaskCreatePayload').implement({
  description: 'The created tasks. If they are fewer than requested, `userErrors` says why.',
  fields: (t) => ({
    tasks: t.field({
      type: [Task],
      description: 'The tasks created.',
      extensions: { listSize: TASKS_PER_CREATE_MAX },
      resolve: ({ tasks }) => [...tasks],
    }),
    groupId: t.id({
      nullable: true,
      description: 'Shared by the tasks of a create with n > 1.',
      resolve: ({ tasks }) => tasks[0]?.groupId ?? null,
    }),
    requested: t.exposeInt('requested', { description: 'Number of requested tasks.' }),
    created: t.int({ description: 'Number of created tasks.', resolve: ({ tasks }) => tasks.length }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why some or all tasks were not created; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskCreate', (t) =>
  t.field({
    type: TaskCreatePayload,
    nullable: true,
    description: `Creates one, two or four tasks and sets their price aside. It does not wait for a video. ${CURRENT_FORM}`,
    args: { input: t.arg({ type: TaskCreateInput, required: true, description: 'The video to create.' }) },
    async resolve(_root, { input: { idempotencyKey, ...fields } }, { rooms, caller, meter, ...context }) {
      const key = idempotencyKey ?? context.idempotencyKey
      const call = { body: restBody(fields), idempotencyKey: key }
      const { done, userErrors } = await attempt(() =>
        meter.create((rated) => createTasks(rooms.resources, rooms.lanes, caller, { ...call, rated })),
      )
      if (done?.stop) userErrors.push(toUserError(done.stop))
      return { tasks: (done?.tasks ?? []).map(taskRow), requested: done?.requested ?? fields.n ?? 1, userErrors }
    },
  }),
)
