import { type Queue, readQueues } from '../../src/fleet/queues.ts'
import { builder } from './builder.ts'

const QueueType = builder.objectRef<Queue>('Queue').implement({
  description: 'What waits and runs of a stage in a service tier.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    tier: t.exposeString('tier', { description: 'dedicated, pro, standard or draft.' }),
    ready: t.exposeInt('ready', { description: 'Stages that a worker could take now.' }),
    running: t.exposeInt('running', { description: 'Stages that run now, second tries too.' }),
    oldestWaitSeconds: t.exposeFloat('oldestWaitSeconds', {
      nullable: true,
      description: 'How long the oldest of the ready ones has waited; null: none waits.',
    }),
    medianRunSeconds: t.exposeFloat('medianRunSeconds', {
      nullable: true,
      description: 'Median of the last 50 runs that were done; null: there are none.',
    }),
    p95RunSeconds: t.exposeFloat('p95RunSeconds', { nullable: true, description: '95th percentile of the same runs.' }),
  }),
})

builder.queryField('queues', (t) =>
  t.field({
    type: [QueueType],
    description: 'Every stage and tier, in the order of the pipeline, the highest tier first.',
    resolve: (_root, _args, { pool }) => readQueues(pool),
  }),
)
