import { type Queue, readQueues } from '../../src/fleet/queues.ts'
import { builder } from './builder.ts'

const QueueType = builder.objectRef<Queue>('Queue').implement({
  description: 'Waiting and running work of a stage in a service tier.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    tier: t.exposeString('tier', { description: 'dedicated, pro, standard or draft.' }),
    ready: t.exposeInt('ready', { description: 'Stages that a worker can claim now.' }),
    running: t.exposeInt('running', { description: 'Stages running now, including second attempts.' }),
    oldestWaitSeconds: t.exposeFloat('oldestWaitSeconds', {
      nullable: true,
      description: 'Waiting time of the oldest ready stage; null if none waits.',
    }),
    medianRunSeconds: t.exposeFloat('medianRunSeconds', {
      nullable: true,
      description: 'Median duration of the last 50 finished runs; null if there are none.',
    }),
    p95RunSeconds: t.exposeFloat('p95RunSeconds', { nullable: true, description: '95th percentile of the same runs.' }),
  }),
})

builder.queryField('queues', (t) =>
  t.field({
    type: [QueueType],
    description: 'Every stage and tier, in the order of the pipeline, highest tier first.',
    resolve: (_root, _args, { pool }) => readQueues(pool),
  }),
)
