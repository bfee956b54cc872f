import { type FleetAttempt, type FleetTask, readAttemptsOf, readFleetTask } from '../../src/fleet/attempts.ts'
import { builder } from './builder.ts'

const Attempt = builder.objectRef<FleetAttempt>('Attempt').implement({
  description: 'One try of one stage by one worker.',
  fields: (t) => ({
    taskId: t.exposeID('taskId', { description: 'The task that it is for.' }),
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    number: t.exposeInt('number', { description: '1, 2, 3 … within the task’s stage; fences its reports.' }),
    state: t.exposeString('state', {
      description:
        'ready, running, done, failed, lost, handed_back, superseded, cancelled or rejected; a done one that the output ' +
        'gate threw away is failed.',
    }),
    workerId: t.exposeID('workerId', { nullable: true, description: 'The worker that claimed it.' }),
    pool: t.exposeString('pool', { nullable: true, description: 'Pool of that worker.' }),
    hedge: t.exposeBoolean('hedge', { description: 'Whether it is a second try beside one that ran long.' }),
    readyAt: t.expose('readyAt', { type: 'DateTime', description: 'From when on it could start.' }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true, description: 'When a worker took it.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'What its worker said went wrong; `void`: thrown away by the output gate.',
    }),
  }),
})

const Task = builder.objectRef<FleetTask>('Task').implement({
  description: 'The tries behind a task.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'The status that its caller sees.' }),
    attempts: t.expose('attempts', {
      type: [Attempt],
      description: 'Its tries, in the order in which they became ready.',
    }),
  }),
})

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    nullable: true,
    description: 'A task of any account; null where there is none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id, `vid_…`.' }) },
    resolve: (_root, { id }, { pool }) => readFleetTask(pool, id),
  }),
  workerAttempts: t.field({
    type: [Attempt],
    description: 'What a worker runs, and the 20 newest tries that it ended within the last hour, the newest first.',
    args: { id: t.arg.id({ required: true, description: 'The worker’s id.' }) },
    resolve: (_root, { id }, { pool }) => readAttemptsOf(pool, id),
  }),
}))
