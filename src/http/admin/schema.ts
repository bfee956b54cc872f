import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import type { Pool } from 'pg'
import { type FleetAttempt, type FleetTask, readFleetTask } from '../../fleet/attempts.ts'
import { type Queue, readQueues } from '../../fleet/queues.ts'
import { type FleetWorker, readWorkers } from '../../fleet/workers.ts'

/** What the operator's resolvers are given. */
export interface AdminContext {
  readonly pool: Pool
}

/** The type of a record's field and its description, by the field's name; resolvers are the records' own members. */
type FieldsOf<T> = Readonly<Record<keyof T & string, readonly [type: GraphQLOutputType, description: string]>>

function objectOf<T>(name: string, description: string, described: FieldsOf<T>): GraphQLObjectType<T, AdminContext> {
  const entries = Object.entries<readonly [type: GraphQLOutputType, description: string]>(described)
  const fields = Object.fromEntries(entries.map(([field, [type, about]]) => [field, { type, description: about }]))
  return new GraphQLObjectType<T, AdminContext>({ name, description, fields })
}

const some = <T extends GraphQLOutputType>(type: T) => new GraphQLNonNull(type)
const listOf = (type: GraphQLOutputType) => some(new GraphQLList(some(type)))

const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in UTC, as in `2026-11-01T12:00:00.000Z`.',
  serialize: (value) => new Date(value as Date).toISOString(),
})

const Worker = objectOf<FleetWorker>('Worker', 'A process that runs stages.', {
  id: [some(GraphQLID), 'Its id, new with every start.'],
  host: [some(GraphQLString), 'Name of its machine.'],
  engine: [some(GraphQLString), 'What makes its pictures.'],
  pool: [some(GraphQLString), 'Whom it serves: `shared`, `pro`, or the id of an account.'],
  capabilities: [listOf(GraphQLString), 'What it takes on: encode, render, lora, upscale, package.'],
  state: [some(GraphQLString), '`busy`, `idle`, `silent` (no beat for ten seconds) or `stopped`.'],
  stage: [GraphQLString, 'The stage that it runs.'],
  taskId: [GraphQLID, 'The task of that stage.'],
  since: [DateTime, 'Since when it is in this state; null: for more than an hour.'],
  beatAgeSeconds: [some(GraphQLFloat), 'Age of its last sign of life; one comes every second.'],
  doneLastHour: [some(GraphQLInt), 'Stages done within the last hour.'],
  failedLastHour: [some(GraphQLInt), 'Stages failed or lost within the last hour.'],
})

const StageQueue = objectOf<Queue>('Queue', 'What waits and runs of a stage in a service tier.', {
  stage: [some(GraphQLString), 'encode, render, upscale or package.'],
  tier: [some(GraphQLString), 'dedicated, pro, standard or draft.'],
  ready: [some(GraphQLInt), 'Stages that a worker could take now.'],
  running: [some(GraphQLInt), 'Stages that run now, second tries too.'],
  oldestWaitSeconds: [GraphQLFloat, 'How long the oldest of the ready ones has waited; null: none waits.'],
  medianRunSeconds: [GraphQLFloat, 'Median of the last 50 runs that were done; null: there are none.'],
  p95RunSeconds: [GraphQLFloat, '95th percentile of the same runs.'],
})

const Attempt = objectOf<FleetAttempt>('Attempt', 'One try of one stage by one worker.', {
  stage: [some(GraphQLString), 'encode, render, upscale or package.'],
  number: [some(GraphQLInt), '1, 2, 3 … within the task’s stage; fences its reports.'],
  state: [
    some(GraphQLString),
    'ready, running, done, failed, lost, handed_back, superseded, cancelled or rejected; a done one that the output gate ' +
      'threw away is failed.',
  ],
  workerId: [GraphQLID, 'The worker that claimed it.'],
  pool: [GraphQLString, 'Pool of that worker.'],
  hedge: [some(GraphQLBoolean), 'Whether it is a second try beside one that ran long.'],
  readyAt: [some(DateTime), 'From when on it could start.'],
  claimedAt: [DateTime, 'When a worker took it.'],
  finishedAt: [DateTime, 'When it was over.'],
  outcome: [GraphQLString, 'What its worker said went wrong; `void`: thrown away by the output gate.'],
})

const Task = objectOf<FleetTask>('Task', 'The tries behind a task.', {
  status: [some(GraphQLString), 'The status that its caller sees.'],
  attempts: [listOf(Attempt), 'Its tries, in the order in which they became ready.'],
})

const fields: Readonly<Record<string, GraphQLFieldConfig<unknown, AdminContext, { id: string }>>> = {
  workers: {
    type: listOf(Worker),
    description: 'The workers that are there, and those that fell silent or stopped within the last hour.',
    resolve: (_root, _args, { pool }) => readWorkers(pool),
  },
  queues: {
    type: listOf(StageQueue),
    description: 'Every stage and tier, in the order of the pipeline, the highest tier first.',
    resolve: (_root, _args, { pool }) => readQueues(pool),
  },
  task: {
    type: Task,
    description: 'A task of any account; null where there is none of this id.',
    args: { id: { type: some(GraphQLID), description: 'Its id, `vid_…`.' } },
    resolve: (_root, { id }, { pool }) => readFleetTask(pool, id),
  },
}

/** The operator's own schema; callers have another one, in which none of these words stands. */
export const adminSchema = new GraphQLSchema({
  description: 'The fleet behind the service, for its operator.',
  query: new GraphQLObjectType<unknown, AdminContext>({
    name: 'Query',
    description: 'Reads; there are no writes.',
    fields,
  }),
})
