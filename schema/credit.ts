import type { EntryKind as Kind } from '../src/credit/entry.ts'
import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { type Credits as CreditsPage, type EntryListing, ownEntry, readCredits } from '../src/credit/read.ts'
import type { Context } from '../src/graphql-context.ts'
import { builder } from './builder.ts'
import { connectionOf } from './connection.ts'
import { EntryKind } from './enums.ts'

export const LedgerEntry = builder.prismaNode('LedgerEntry', {
  description: 'One line of the ledger, never changed. The balance is the sum of all amounts.',
  id: { field: 'id', description: 'Prefixed `led_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => ownEntry(caller, id),
  fields: (t) => ({
    kind: t.field({ type: EntryKind, description: 'Kind of the entry.', resolve: ({ kind }) => kind as Kind }),
    amountMicro: t.expose('amountMicro', { type: 'MicroYuan', description: 'Change of the balance by this entry.' }),
    frozenDeltaMicro: t.expose('frozenDeltaMicro', { type: 'MicroYuan', description: 'Change of the frozen amount.' }),
    balanceAfterMicro: t.expose('balanceAfterMicro', { type: 'MicroYuan', description: 'Balance after this entry.' }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    taskId: t.exposeID('taskId', { nullable: true, description: 'The task it belongs to, if any.' }),
    description: t.exposeString('description', { description: 'Description for people.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
})

export const LedgerConnection = builder.connectionObject(
  { type: LedgerEntry, name: 'LedgerEntryConnection', description: 'A page of the ledger, newest first.' },
  { name: 'LedgerEntryEdge', description: 'A ledger entry with its cursor.' },
)

export const ENTRY_KIND_ARG = builder.args((t) => ({
  kind: t.field({ type: EntryKind, description: 'Only entries of this kind.' }),
}))

export const ENTRY_ARGS = builder.args((t) => ({
  ...ENTRY_KIND_ARG,
  taskId: t.id({ description: 'Only entries of this task.' }),
}))

const HEAD: EntryListing = { limit: 1, after: null, kind: null, taskId: null }

/** Balance and entries of one answer are read together, so that they agree. The arguments of `entries` decide the read. */
class CreditsReading {
  #first: Promise<CreditsPage> | null = null
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  page(listing: EntryListing): Promise<CreditsPage> {
    const { rooms, caller } = this.#context
    const page = readCredits(rooms.resources, caller, listing)
    this.#first ??= page
    return page
  }

  /** Waits one turn, so that a sibling `entries` field can start the read. */
  async balance(): Promise<CreditsPage> {
    await null
    return this.#first ?? this.page(HEAD)
  }
}

const CreditsSnapshot = builder.objectRef<NonNullable<CreditsPage['audited']>>('CreditsSnapshot').implement({
  description: 'A verified balance: the sum of all ledger entries agreed with it.',
  fields: (t) => ({
    balanceMicro: t.expose('balanceMicro', { type: 'MicroYuan', description: 'The balance at that time.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was verified.' }),
  }),
})

const Credits = builder.objectRef<CreditsReading>('Credits').implement({
  description: 'The prepaid balance and the ledger behind it.',
  fields: (t) => ({
    balanceMicro: t.field({
      type: 'MicroYuan',
      description: 'The sum of the ledger.',
      resolve: async (reading) => (await reading.balance()).balanceMicro,
    }),
    frozenMicro: t.field({
      type: 'MicroYuan',
      description: 'Amount set aside for unfinished tasks and calls.',
      resolve: async (reading) => (await reading.balance()).frozenMicro,
    }),
    availableMicro: t.field({
      type: 'MicroYuan',
      description: 'Balance minus frozen amounts: what can be spent.',
      async resolve(reading) {
        const { balanceMicro, frozenMicro } = await reading.balance()
        return balanceMicro - frozenMicro
      },
    }),
    balance: t.string({
      description: 'The balance for display, such as `¥2.52`. Do not calculate with it.',
      resolve: async (reading) => displayAmount((await reading.balance()).balanceMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    snapshot: t.field({
      type: CreditsSnapshot,
      nullable: true,
      description: 'Result of the last check of the ledger; null before the first.',
      resolve: async (reading) => (await reading.balance()).audited,
    }),
    entries: t.connection(
      {
        type: LedgerEntry,
        description: 'The ledger, newest first.',
        args: ENTRY_ARGS,
        resolve: (reading, { kind = null, taskId = null, ...args }) =>
          connectionOf(
            args,
            'desc',
            async (page) => (await reading.page({ ...page, kind, taskId })).ledger,
            (entry) => entry,
          ),
      },
      LedgerConnection,
    ),
  }),
})

builder.queryField('credits', (t) =>
  t.field({
    type: Credits,
    description: 'Balance and ledger of the account.',
    resolve: (_root, _args, context) => new CreditsReading(context),
  }),
)
