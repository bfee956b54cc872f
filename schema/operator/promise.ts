import { type Promised, RATIO_BOUNDS, readPromises } from '../../src/fleet/promises.ts'
import { TIERS } from '../../src/task/task.ts'
import { builder } from './builder.ts'

const PromiseType = builder.objectRef<Promised>('FirstEstimates').implement({
  description: 'First estimates of a tier’s tasks (`eta_seconds` of their creates) against what came.',
  fields: (t) => ({
    tier: t.exposeString('tier', { description: 'draft, standard, pro or dedicated.' }),
    tasks: t.exposeInt('tasks', { description: 'Succeeded tasks with an estimate.' }),
    unestimated: t.exposeInt('unestimated', { description: 'Succeeded tasks without an estimate.' }),
    ratioBounds: t.floatList({
      description: 'Upper bounds of the ranges of outcome divided by estimate; the last range has none.',
      resolve: () => [...RATIO_BOUNDS],
    }),
    byRatio: t.exposeIntList('byRatio', { description: 'Tasks in each range.' }),
    errorP50: t.exposeFloat('errorP50', {
      nullable: true,
      description: 'Median difference of estimate and outcome, as a share of the outcome; null if there are no tasks.',
    }),
    errorP90: t.exposeFloat('errorP90', { nullable: true, description: '90th percentile of the same differences.' }),
  }),
})

builder.queryField('firstEstimates', (t) =>
  t.field({
    type: [PromiseType],
    description: 'Tasks that succeeded in the last hour, at most a thousand, by tier.',
    resolve: (_root, _args, { pool }) => readPromises(pool, TIERS),
  }),
)
