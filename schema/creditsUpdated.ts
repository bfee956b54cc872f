import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { type CreditsChange, watchCredits } from '../src/credit/watch.ts'
import { begun } from './begun.ts'
import { builder } from './builder.ts'
import { LedgerEntry } from './credit.ts'

const CreditsUpdate = builder.objectRef<CreditsChange>('CreditsUpdate').implement({
  description: 'The prepaid balance as it stood after one entry of the ledger.',
  fields: (t) => ({
    balanceMicro: t.expose('balanceMicro', {
      type: 'MicroYuan',
      description: 'The sum of the ledger up to the entry.',
    }),
    frozenMicro: t.expose('frozenMicro', {
      type: 'MicroYuan',
      description: 'Set aside for unfinished tasks and calls.',
    }),
    availableMicro: t.field({
      type: 'MicroYuan',
      description: 'Balance less what is frozen: what can be spent.',
      resolve: ({ balanceMicro, frozenMicro }) => balanceMicro - frozenMicro,
    }),
    balance: t.string({
      description: 'The balance for display, such as `¥2.52`; never to be calculated with.',
      resolve: ({ balanceMicro }) => displayAmount(balanceMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    entry: t.field({
      type: LedgerEntry,
      nullable: true,
      description: 'The entry; null in the first update, which tells the balance now.',
      resolve: ({ entry }) => entry,
    }),
    cursor: t.exposeString('cursor', {
      description: 'Opaque place behind the entry, for `after` of the same subscription.',
    }),
  }),
})

builder.subscriptionField('creditsUpdated', (t) =>
  t.field({
    type: CreditsUpdate,
    description:
      'The balance now, then the balance after every new entry of the ledger, in order and without a gap, however slow the ' +
      'reader. It never completes.',
    args: {
      after: t.arg.string({
        description: 'Cursor of the last update received: goes on with the first entry after it, however old.',
      }),
    },
    subscribe: (_root, { after }, { rooms, caller }) =>
      begun(watchCredits(rooms.resources, rooms.ledgerNews, caller, after ?? null)),
    resolve: (change) => change,
  }),
)
