import { readStates, STATES_MAX, type TaskState } from '../src/task/states.ts'
import { builder } from './builder.ts'
import { TaskStatus } from './enums.ts'

const State = builder.objectRef<TaskState>('TaskState').implement({
  description: 'A state that a task has been in.',
  fields: (t) => ({
    status: t.expose('status', { type: TaskStatus, description: 'The state.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When the task entered it.' }),
  }),
})

builder.queryField('taskStates', (t) =>
  t.field({
    type: [State],
    nullable: true,
    extensions: { listSize: STATES_MAX },
    description:
      'The states of a task, oldest first; null if there is no such task. Seven days after a change, only the first and the ' +
      'final state are left.',
    args: { id: t.arg.id({ required: true, description: 'Prefixed `vid_`.' }) },
    resolve: (_root, { id }, { rooms, caller }) => readStates(rooms.resources, caller, id),
  }),
)
