import { GraphQLBoolean, type GraphQLFieldConfig, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql'
import { type FleetAttempt, type FleetTask, readAttemptsOf, readFleetTask } from '../../fleet/attempts.ts'
import { type Flow, type Hedges, type Outcome, readFlows } from '../../fleet/flow.ts'
import { type Queue, readQueues } from '../../fleet/queues.ts'
import { type FleetWorker, readWorkers } from '../../fleet/workers.ts'
import { type AdminContext, argumentsOf, DateTime, listOf, objectOf, some } from './describe.ts'

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

const OutcomeType = objectOf<Outcome>('Outcome', 'How many tries ended in a way.', {
  outcome: [
    some(GraphQLString),
    'done, failed, void (done, but thrown away by the output gate), lost, handed_back, superseded, cancelled or rejected.',
  ],
  count: [some(GraphQLInt), 'How many ended so.'],
})

const HedgesType = objectOf<Hedges>('Hedges', 'What became of second tries of stages that ran long.', {
  won: [some(GraphQLInt), 'The second try was done first.'],
  lost: [some(GraphQLInt), 'The first try was done first, or the second went wrong.'],
  unused: [some(GraphQLInt), 'It was not begun before the first had ended.'],
})

const FlowType = objectOf<Flow>('Flow', 'What a stage got done lately, whatever the tier.', {
  stage: [some(GraphQLString), 'encode, render, upscale or package.'],
  spanSeconds: [
    some(GraphQLFloat),
    'How far back is looked: 600, or less where more than 5,000 tries ended in that time.',
  ],
  donePerMinute: [some(GraphQLFloat), 'Stages done a minute, over that span.'],
  doneByMinute: [listOf(GraphQLInt), 'Stages done in each whole minute of the span, the oldest first.'],
  waitP50Seconds: [
    GraphQLFloat,
    'Median from ready to a worker’s claim, second tries left out; null: none was claimed.',
  ],
  waitP90Seconds: [GraphQLFloat, '90th percentile of the same waits.'],
  runP50Seconds: [GraphQLFloat, 'Median of the runs that were done; null: there are none.'],
  runP90Seconds: [GraphQLFloat, '90th percentile of the same runs.'],
  outcomes: [listOf(OutcomeType), 'Tries that were begun and are over, by how; the most frequent first.'],
  hedges: [some(HedgesType), 'Second tries that are over.'],
})

const Attempt = objectOf<FleetAttempt>('Attempt', 'One try of one stage by one worker.', {
  taskId: [some(GraphQLID), 'The task that it is for.'],
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

type ById = { readonly id: string }

export const fleetQueries: Readonly<Record<string, GraphQLFieldConfig<unknown, AdminContext, ById>>> = {
  workers: {
    type: listOf(Worker),
    description: 'The workers that are there, and those that fell silent or stopped within the last hour.',
    resolve: (_root, _args, { pool }) => readWorkers(pool),
  },
  workerAttempts: {
    type: listOf(Attempt),
    description: 'What a worker runs, and the 20 newest tries that it ended within the last hour, the newest first.',
    args: argumentsOf<ById>({ id: [some(GraphQLID), 'The worker’s id.'] }),
    resolve: (_root, { id }, { pool }) => readAttemptsOf(pool, id),
  },
  queues: {
    type: listOf(StageQueue),
    description: 'Every stage and tier, in the order of the pipeline, the highest tier first.',
    resolve: (_root, _args, { pool }) => readQueues(pool),
  },
  flows: {
    type: listOf(FlowType),
    description: 'What every stage got done within the last ten minutes, in the order of the pipeline.',
    resolve: (_root, _args, { pool }) => readFlows(pool),
  },
  task: {
    type: Task,
    description: 'A task of any account; null where there is none of this id.',
    args: argumentsOf<ById>({ id: [some(GraphQLID), 'Its id, `vid_…`.'] }),
    resolve: (_root, { id }, { pool }) => readFleetTask(pool, id),
  },
}
