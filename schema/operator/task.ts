import type { StageAttempt as Row } from '../../prisma/client/client.ts'
import { DomainError } from '../../src/errors.ts'
import { ATTEMPTS_ORDER, outcomeOf, readAttemptsOf } from '../../src/fleet/attempts.ts'
import { listTaskIds, type TaskGroup } from '../../src/fleet/list-tasks.ts'
import { cancelAnyTask } from '../../src/operator/cancel-task.ts'
import { STAGES, type Stage } from '../../src/queue/catalog.ts'
import { restartAttempt } from '../../src/stage/restart.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

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
  description: 'A task without its content, and its attempts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the task, `vid_…`.' }),
    accountId: t.exposeID('accountId', { description: 'Id of its account.' }),
    serviceTier: t.exposeString('serviceTier', { description: 'draft, standard, pro or dedicated.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    failReason: t.exposeString('failReason', { nullable: true, description: 'Why it failed or was rejected.' }),
    status: t.exposeString('status', { description: 'Status as the caller sees it.' }),
    attempts: t.relation('attempts', {
      description: 'Its attempts, in the order in which they became ready.',
      query: { orderBy: [...ATTEMPTS_ORDER] },
    }),
  }),
})

const isStage = (stage: string): stage is Stage => STAGES.some((each) => each === stage)

function wrongStage(): DomainError {
  return new DomainError('invalid_parameter', `stage must be one of ${STAGES.join(', ')}.`, { param: 'stage' })
}

const Group = builder.enumType('TaskGroup', {
  description: 'Which tasks a list has.',
  values: {
    WAITING: { value: 'waiting', description: 'A stage has been ready for over a minute. Longest wait first.' },
    RUNNING: { value: 'running', description: 'A worker runs a stage. Longest run first.' },
    FAILED: { value: 'failed', description: 'They failed. Newest first.' },
    ENDED: { value: 'ended', description: 'They have ended in any way. Newest first.' },
  } as const satisfies Record<string, { value: TaskGroup; description: string }>,
})

builder.queryFields((t) => ({
  tasks: t.prismaField({
    type: [Task],
    description:
      'Tasks of any account, at most 100. Ended tasks are found among the newest 10,000, of the account if one is named.',
    args: {
      group: t.arg({ type: Group, required: true, description: 'Which tasks.' }),
      account: t.arg.id({ description: 'Only tasks of this account.' }),
      stage: t.arg.string({
        description: 'Only tasks with an attempt of this stage: in WAITING and RUNNING the current one.',
      }),
      worker: t.arg.id({ description: 'Only tasks with an attempt at this worker.' }),
    },
    async resolve(query, _root, { group, account = null, stage = null, worker = null }, { pool, prisma }) {
      if (stage !== null && !isStage(stage)) throw wrongStage()
      const ids = await listTaskIds(pool, { group, account, stage, worker })
      const found = await prisma.task.findMany({ ...query, where: { id: { in: ids } } })
      return found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    },
  }),
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

const CancelInput = builder.inputType('TaskCancelInput', {
  description: 'The task to cancel.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the task.' }) }),
})

const change = changesOf('task', Task)

change(
  'taskCancel',
  'Cancels a task of any account. Only completed work is billed.',
  CancelInput,
  async (context, { id }) => {
    const cancelled = await cancelAnyTask(context, id)
    return context.prisma.task.findUniqueOrThrow({ where: cancelled })
  },
)

const RestartInput = builder.inputType('AttemptRestartInput', {
  description: 'The running attempt to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of its task.' }),
    stage: t.string({ required: true, description: 'Its stage.' }),
    number: t.int({ required: true, description: 'Its number.' }),
  }),
})

change(
  'attemptRestart',
  'Ends a running attempt, as if its worker had returned it, and starts the next one at once. Nothing is counted as an error or ' +
    'billed twice. The worker stops within a second.',
  RestartInput,
  async (context, { id, stage, number }) => {
    if (!isStage(stage)) throw wrongStage()
    await restartAttempt(context, { taskId: id, stage, number })
    return context.prisma.task.findUniqueOrThrow({ where: { id } })
  },
)
