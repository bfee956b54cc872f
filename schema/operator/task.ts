import type { StageAttempt as Row } from '../../prisma/client/client.ts'
import { ATTEMPTS_ORDER, outcomeOf, readAttemptsOf } from '../../src/fleet/attempts.ts'
import { builder } from './builder.ts'

const Attempt = builder.prismaObject('StageAttempt', {
  name: 'Attempt',
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
    outcome: t.string({
      nullable: true,
      description: 'Error reported by its worker; `void` if the output check refused its file.',
      resolve: outcomeOf,
    }),
    task: t.relation('task', { description: 'Its task.' }),
  }),
})

const Task = builder.prismaObject('Task', {
  description: 'The attempts of a task.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'Status as the caller sees it.' }),
    attempts: t.relation('attempts', {
      description: 'Its attempts, in the order in which they became ready.',
      query: { orderBy: [...ATTEMPTS_ORDER] },
    }),
  }),
})

builder.queryFields((t) => ({
  task: t.prismaField({
    type: Task,
    nullable: true,
    description: 'A task of any account; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task, `vid_…`.' }) },
    resolve: (query, _root, { id }, { prisma }) => prisma.task.findUnique({ ...query, where: { id } }),
  }),
  workerAttempts: t.field({
    type: [Attempt],
    description: 'The running attempts of a worker, and its newest 20 that ended in the last hour, newest first.',
    args: { id: t.arg.id({ required: true, description: 'Id of the worker.' }) },
    resolve: async (_root, { id }, { pool }) => (await readAttemptsOf(pool, id)) as unknown as Row[],
  }),
}))
