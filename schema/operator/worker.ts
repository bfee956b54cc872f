import { type FleetWorker, readWorkers } from '../../src/fleet/workers.ts'
import { builder } from './builder.ts'

const Worker = builder.objectRef<FleetWorker>('Worker').implement({
  description: 'A worker process.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the worker, new after every start.' }),
    host: t.exposeString('host', { description: 'Host name of its machine.' }),
    engine: t.exposeString('engine', { description: 'Its engine.' }),
    pool: t.exposeString('pool', { description: 'Pool that it serves: `shared`, `pro`, or the id of an account.' }),
    capabilities: t.exposeStringList('capabilities', {
      description: 'Its capabilities: encode, render, lora, upscale, package.',
    }),
    state: t.exposeString('state', { description: '`busy`, `idle`, `silent` (no beat for ten seconds) or `stopped`.' }),
    stage: t.exposeString('stage', { nullable: true, description: 'Stage that it is running.' }),
    taskId: t.exposeID('taskId', { nullable: true, description: 'Task of that stage.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'When it entered this state; null if that is more than an hour ago.',
    }),
    beatAgeSeconds: t.exposeFloat('beatAgeSeconds', {
      description: 'Age of its last heartbeat. A worker sends one every second.',
    }),
    doneLastHour: t.exposeInt('doneLastHour', { description: 'Stages finished in the last hour.' }),
    failedLastHour: t.exposeInt('failedLastHour', { description: 'Stages failed or lost in the last hour.' }),
  }),
})

builder.queryField('workers', (t) =>
  t.field({
    type: [Worker],
    description: 'Workers that are alive, and those that fell silent or stopped in the last hour.',
    resolve: (_root, _args, { pool }) => readWorkers(pool),
  }),
)
