import { type Flow, type Hedges, type Outcome, readFlows } from '../../src/fleet/flow.ts'
import { builder } from './builder.ts'

const OutcomeType = builder.objectRef<Outcome>('Outcome').implement({
  description: 'How many tries ended in a way.',
  fields: (t) => ({
    outcome: t.exposeString('outcome', {
      description:
        'done, failed, void (done, but thrown away by the output gate), lost, handed_back, superseded, cancelled or rejected.',
    }),
    count: t.exposeInt('count', { description: 'How many ended so.' }),
  }),
})

const HedgesType = builder.objectRef<Hedges>('Hedges').implement({
  description: 'What became of second tries of stages that ran long.',
  fields: (t) => ({
    won: t.exposeInt('won', { description: 'The second try was done first.' }),
    lost: t.exposeInt('lost', { description: 'The first try was done first, or the second went wrong.' }),
    unused: t.exposeInt('unused', { description: 'It was not begun before the first had ended.' }),
  }),
})

const FlowType = builder.objectRef<Flow>('Flow').implement({
  description: 'What a stage got done lately, whatever the tier.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'encode, render, upscale or package.' }),
    spanSeconds: t.exposeFloat('spanSeconds', {
      description: 'How far back is looked: 600, or less where more than 5,000 tries ended in that time.',
    }),
    donePerMinute: t.exposeFloat('donePerMinute', { description: 'Stages done a minute, over that span.' }),
    doneByMinute: t.exposeIntList('doneByMinute', {
      description: 'Stages done in each whole minute of the span, the oldest first.',
    }),
    waitP50Seconds: t.exposeFloat('waitP50Seconds', {
      nullable: true,
      description: 'Median from ready to a worker’s claim, second tries left out; null: none was claimed.',
    }),
    waitP90Seconds: t.exposeFloat('waitP90Seconds', {
      nullable: true,
      description: '90th percentile of the same waits.',
    }),
    runP50Seconds: t.exposeFloat('runP50Seconds', {
      nullable: true,
      description: 'Median of the runs that were done; null: there are none.',
    }),
    runP90Seconds: t.exposeFloat('runP90Seconds', { nullable: true, description: '90th percentile of the same runs.' }),
    outcomes: t.expose('outcomes', {
      type: [OutcomeType],
      description: 'Tries that were begun and are over, by how; the most frequent first.',
    }),
    hedges: t.expose('hedges', { type: HedgesType, description: 'Second tries that are over.' }),
  }),
})

builder.queryField('flows', (t) =>
  t.field({
    type: [FlowType],
    description: 'What every stage got done within the last ten minutes, in the order of the pipeline.',
    resolve: (_root, _args, { pool }) => readFlows(pool),
  }),
)
