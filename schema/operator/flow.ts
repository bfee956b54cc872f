import { type Flow, type Hedges, type Outcome, readFlows } from '../../src/fleet/flow.ts'
import { builder } from './builder.ts'

const OutcomeType = builder.objectRef<Outcome>('Outcome').implement({
  description: 'Number of attempts with an outcome.',
  fields: (t) => ({
    outcome: t.exposeString('outcome', {
      description:
        'done, failed, void (done, but refused by the output check), lost, handed_back, superseded, cancelled or rejected.',
    }),
    count: t.exposeInt('count', { description: 'Number of attempts.' }),
  }),
})

const HedgesType = builder.objectRef<Hedges>('Hedges').implement({
  description: 'Outcomes of second attempts of stages that ran long.',
  fields: (t) => ({
    won: t.exposeInt('won', { description: 'The second attempt finished first.' }),
    lost: t.exposeInt('lost', { description: 'The first attempt finished first, or the second failed.' }),
    unused: t.exposeInt('unused', { description: 'The first attempt ended before the second began.' }),
  }),
})

const FlowType = builder.objectRef<Flow>('Flow').implement({
  description: 'Recent throughput of a stage, over all tiers.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    spanSeconds: t.exposeFloat('spanSeconds', {
      description: 'Length of the measured span: 600, or less if more than 5,000 attempts ended in that time.',
    }),
    donePerMinute: t.exposeFloat('donePerMinute', { description: 'Stages finished per minute in that span.' }),
    doneByMinute: t.exposeIntList('doneByMinute', {
      description: 'Stages finished in each whole minute of the span, oldest first.',
    }),
    waitP50Seconds: t.exposeFloat('waitP50Seconds', {
      nullable: true,
      description: 'Median time from ready to claim, without second attempts; null if nothing was claimed.',
    }),
    waitP90Seconds: t.exposeFloat('waitP90Seconds', {
      nullable: true,
      description: '90th percentile of the same times.',
    }),
    runP50Seconds: t.exposeFloat('runP50Seconds', {
      nullable: true,
      description: 'Median duration of finished runs; null if there are none.',
    }),
    runP90Seconds: t.exposeFloat('runP90Seconds', { nullable: true, description: '90th percentile of the same runs.' }),
    outcomes: t.expose('outcomes', {
      type: [OutcomeType],
      description: 'Attempts that were started and have ended, by outcome, most frequent first.',
    }),
    hedges: t.expose('hedges', { type: HedgesType, description: 'Second attempts that have ended.' }),
  }),
})

builder.queryField('flows', (t) =>
  t.field({
    type: [FlowType],
    description: 'Throughput of every stage in the last ten minutes, in the order of the pipeline.',
    resolve: (_root, _args, { pool }) => readFlows(pool),
  }),
)
