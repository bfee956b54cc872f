import { type FleetAttempt, type FleetTask, readAttemptsOf, readFleetTask } from '../../src/fleet/attempts.ts'
import { builder } from './builder.ts'

const Attempt = builder.objectRef<FleetAttempt>('Attempt').implement({
  description: 'One attempt of a stage by a worker.',
  fields: (t) => ({
    taskId: t.exposeID('taskId', { description: 'Id of its task.' }),
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    number: t.exposeInt('number', {
      description:
        'Number of the attempt within its stage, from 1. Late reports of an earlier attempt are refused by it.',
    }),
    state: t.exposeString('state', {
      description:
        'ready, running, done, failed, lost, handed_back, superseded, cancelled or rejected. A finished attempt whose file ' +
        'was refused by the output check is failed.',
    }),
    workerId: t.exposeID('workerId', { nullable: true, description: 'Id of the worker that claimed it.' }),
    pool: t.exposeString('pool', { nullable: true, description: 'Pool of that worker.' }),
    hedge: t.exposeBoolean('hedge', { description: 'Whether it is a second attempt, parallel to one that ran long.' }),
    readyAt: t.expose('readyAt', { type: 'DateTime', description: 'When it became ready.' }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true, description: 'When a worker claimed it.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'Error reported by its worker; `void` if the output check refused its file.',
    }),
  }),
})

const Task = builder.objectRef<FleetTask>('Task').implement({
  description: 'The attempts of a task.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'Status as the caller sees it.' }),
    attempts: t.expose('attempts', {
      type: [Attempt],
      description: 'Its attempts, in the order in which they became ready.',
    }),
  }),
})

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    nullable: true,
    description: 'A task of any account; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task, `vid_…`.' }) },
    resolve: (_root, { id }, { pool }) => readFleetTask(pool, id),
  }),
  workerAttempts: t.field({
    type: [Attempt],
    description: 'The running attempts of a worker, and its newest 20 that ended in the last hour, newest first.',
    args: { id: t.arg.id({ required: true, description: 'Id of the worker.' }) },
    resolve: (_root, { id }, { pool }) => readAttemptsOf(pool, id),
  }),
}))
