import type { LedgerEntry as Entry } from '../prisma/client/client.ts'
import type { EntryKind as Kind } from '../src/credit/entry.ts'
import { findEntry } from '../src/credit/find-entry.ts'
import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { type Credits as CreditsPage, type EntryListing, readCredits } from '../src/credit/read.ts'
import { builder, PAGE_ARGUMENTS } from './builder.ts'
import { pageSize, toConnection } from './connection.ts'
import type { Context } from './context.ts'
import { EntryKind } from './enums.ts'

export const LedgerEntry = builder.objectRef<Entry>('LedgerEntry')

builder.node(LedgerEntry, {
  description: 'One line of the ledger, never changed. The balance is the sum of all amounts.',
  id: { resolve: ({ id }) => id, description: 'Prefixed `led_`, the same as in REST.' },
  loadOne: (id, { rooms, caller }) => findEntry(rooms.resources, caller, id),
  fields: (t) => ({
    kind: t.field({ type: EntryKind, description: 'What it records.', resolve: ({ kind }) => kind as Kind }),
    amountMicro: t.expose('amountMicro', { type: 'MicroYuan', description: 'Change of the balance.' }),
    frozenDeltaMicro: t.expose('frozenDeltaMicro', { type: 'MicroYuan', description: 'Change of what is frozen.' }),
    balanceAfterMicro: t.expose('balanceAfterMicro', { type: 'MicroYuan', description: 'Balance after it.' }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    taskId: t.exposeID('taskId', { nullable: true, description: 'The task it belongs to, if any.' }),
    description: t.exposeString('description', { description: 'What it was for, for people.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
})

const LedgerConnection = builder.connectionObject(
  { type: LedgerEntry, name: 'LedgerEntryConnection', description: 'A page of the ledger, newest first.' },
  { name: 'LedgerEntryEdge', description: 'A ledger entry with its cursor.' },
)

const HEAD: EntryListing = { limit: 1, after: null, kind: null, taskId: null }

/** Balance and entries of one answer come from one read, so that they agree; the entries' arguments decide it. */
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

  /** Waits a turn, in which a sibling `entries` field makes the read. */
  async balance(): Promise<CreditsPage> {
    await null
    return this.#first ?? this.page(HEAD)
  }
}

const CreditsSnapshot = builder.objectRef<NonNullable<CreditsPage['audited']>>('CreditsSnapshot').implement({
  description: 'A balance that was proved: the ledger was added up and agreed.',
  fields: (t) => ({
    balanceMicro: t.expose('balanceMicro', { type: 'MicroYuan', description: 'The balance then.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was proved.' }),
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
      description: 'Set aside for unfinished tasks and calls.',
      resolve: async (reading) => (await reading.balance()).frozenMicro,
    }),
    availableMicro: t.field({
      type: 'MicroYuan',
      description: 'Balance less what is frozen: what can be spent.',
      async resolve(reading) {
        const { balanceMicro, frozenMicro } = await reading.balance()
        return balanceMicro - frozenMicro
      },
    }),
    balance: t.string({
      description: 'The balance for display, such as `¥2.52`; never to be calculated with.',
      resolve: async (reading) => displayAmount((await reading.balance()).balanceMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    snapshot: t.field({
      type: CreditsSnapshot,
      nullable: true,
      description: 'What the last proof of the ledger found; null before the first.',
      resolve: async (reading) => (await reading.balance()).audited,
    }),
    entries: t.field({
      type: LedgerConnection,
      description: 'The ledger, newest first.',
      args: {
        first: t.arg.int({ description: PAGE_ARGUMENTS.first }),
        after: t.arg.string({ description: PAGE_ARGUMENTS.after }),
        kind: t.arg({ type: EntryKind, description: 'Only entries of this kind.' }),
        taskId: t.arg.id({ description: 'Only entries of this task.' }),
      },
      async resolve(reading, { first, after = null, kind = null, taskId = null }) {
        const { ledger } = await reading.page({ limit: pageSize(first), after, kind, taskId })
        return toConnection(ledger, after)
      },
    }),
  }),
})

builder.queryField('credits', (t) =>
  t.field({
    type: Credits,
    description: 'Balance and ledger of the account.',
    resolve: (_root, _args, context) => new CreditsReading(context),
  }),
)
