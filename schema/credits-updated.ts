import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { type CreditsChange, watchCredits } from '../src/credit/watch.ts'
import { begun } from './begun.ts'
import { builder } from './builder.ts'
import { LedgerEntry } from './credit.ts'

const CreditsUpdate = builder.objectRef<CreditsChange>('CreditsUpdate').implement({
  description: 'The prepaid balance after one entry of the ledger.',
  fields: (t) => ({
    balanceMicro: t.expose('balanceMicro', {
      type: 'MicroYuan',
      description: 'The sum of the ledger up to the entry.',
    }),
    frozenMicro: t.expose('frozenMicro', {
      type: 'MicroYuan',
      description: 'Amount set aside for unfinished tasks and calls.',
    }),
    availableMicro: t.field({
      type: 'MicroYuan',
      description: 'Balance minus frozen amounts: what can be spent.',
      resolve: ({ balanceMicro, frozenMicro }) => balanceMicro - frozenMicro,
    }),
    balance: t.string({
      description: 'The balance for display, such as `¥2.52`. Do not calculate with it.',
      resolve: ({ balanceMicro }) => displayAmount(balanceMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    entry: t.field({
      type: LedgerEntry,
      nullable: true,
      description: 'The entry; null in the first update, which has the current balance.',
      resolve: ({ entry }) => entry,
    }),
    cursor: t.exposeString('cursor', {
      description: 'Opaque cursor of the entry, for `after` of the same subscription.',
    }),
  }),
})

builder.subscriptionField('creditsUpdated', (t) =>
  t.field({
    type: CreditsUpdate,
    description:
      'The current balance, then the balance after every new entry of the ledger, in order and without gaps, even for a slow ' +
      'reader. It never completes.',
    args: {
      after: t.arg.string({
        description:
          'Cursor of the last update received. The subscription continues with the first entry after it, however old.',
      }),
    },
    subscribe: (_root, { after }, { rooms, caller }) =>
      begun(watchCredits(rooms.resources, rooms.ledgerNews, caller, after ?? null)),
    resolve: (change) => change,
  }),
)
