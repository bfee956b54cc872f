import { type History, readHistory, type StageHistory } from '../../src/fleet/history.ts'
import { builder } from './builder.ts'

const StageHistoryType = builder.objectRef<StageHistory>('StageHistory').implement({
  description: 'Times of a stage by minute.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    waitP50Seconds: t.field({
      type: t.listRef('Float', { nullable: true }),
      description:
        'Median time from ready to claim of attempts that ended in the minute, without second attempts; null: none.',
      resolve: ({ waitSeconds }) => [...waitSeconds],
    }),
    runP50Seconds: t.field({
      type: t.listRef('Float', { nullable: true }),
      description: 'Median duration of runs that finished in the minute; null if there are none.',
      resolve: ({ runSeconds }) => [...runSeconds],
    }),
  }),
})

const HistoryType = builder.objectRef<History>('History').implement({
  description:
    'The last three hours by minute. Every list has one item for each minute, oldest first; the last is the current minute.',
  fields: (t) => ({
    since: t.expose('since', {
      type: 'DateTime',
      description:
        'Start of the first minute. Later than three hours ago if more than 10,000 tasks or attempts would be read.',
    }),
    created: t.exposeIntList('created', { description: 'Tasks created.' }),
    succeeded: t.exposeIntList('succeeded', { description: 'Tasks that succeeded.' }),
    failed: t.exposeIntList('failed', { description: 'Tasks that failed or were rejected.' }),
    cancelled: t.exposeIntList('cancelled', { description: 'Tasks that were cancelled.' }),
    waiting: t.exposeIntList('waiting', { description: 'Stages that waited for a worker at the end of the minute.' }),
    running: t.exposeIntList('running', { description: 'Stages that ran at the end of the minute.' }),
    stages: t.expose('stages', { type: [StageHistoryType], description: 'Every stage, in the order of the pipeline.' }),
  }),
})

builder.queryField('history', (t) =>
  t.field({
    type: HistoryType,
    description: 'Tasks and stages of the last three hours. Read it at most once a minute: it reads up to 50,000 rows.',
    resolve: (_root, _args, { pool }) => readHistory(pool),
  }),
)
