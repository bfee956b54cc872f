import { type FleetWorker, readWorkers } from '../../src/fleet/workers.ts'
import { builder } from './builder.ts'

const Worker = builder.objectRef<FleetWorker>('Worker').implement({
  description: 'A process that runs stages.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, new with every start.' }),
    host: t.exposeString('host', { description: 'Name of its machine.' }),
    engine: t.exposeString('engine', { description: 'What makes its pictures.' }),
    pool: t.exposeString('pool', { description: 'Whom it serves: `shared`, `pro`, or the id of an account.' }),
    capabilities: t.exposeStringList('capabilities', {
      description: 'What it takes on: encode, render, lora, upscale, package.',
    }),
    state: t.exposeString('state', { description: '`busy`, `idle`, `silent` (no beat for ten seconds) or `stopped`.' }),
    stage: t.exposeString('stage', { nullable: true, description: 'The stage that it runs.' }),
    taskId: t.exposeID('taskId', { nullable: true, description: 'The task of that stage.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is in this state; null: for more than an hour.',
    }),
    beatAgeSeconds: t.exposeFloat('beatAgeSeconds', {
      description: 'Age of its last sign of life; one comes every second.',
    }),
    doneLastHour: t.exposeInt('doneLastHour', { description: 'Stages done within the last hour.' }),
    failedLastHour: t.exposeInt('failedLastHour', { description: 'Stages failed or lost within the last hour.' }),
  }),
})

builder.queryField('workers', (t) =>
  t.field({
    type: [Worker],
    description: 'The workers that are there, and those that fell silent or stopped within the last hour.',
    resolve: (_root, _args, { pool }) => readWorkers(pool),
  }),
)
