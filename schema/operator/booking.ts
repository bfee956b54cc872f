import type { Booked } from '../../src/credit/book.ts'
import { bookAdjustment, bookTopup } from '../../src/operator/book.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

const Entry = builder.objectRef<Booked>('LedgerEntry').implement({
  description: 'A top-up or an adjustment in the ledger of an account.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the entry, `led_…`.' }),
    accountId: t.exposeID('accountId', { description: 'Id of its account.' }),
    number: t.string({
      description: 'Its number in the account: 1, 2, 3, without a gap. A string, as amounts are.',
      resolve: ({ number }) => String(number),
    }),
    kind: t.exposeString('kind', { description: '`topup` or `adjustment`.' }),
    amount: t.expose('amountMicro', { type: 'MicroYuan', description: 'Change of the balance.' }),
    balanceAfter: t.expose('balanceAfterMicro', { type: 'MicroYuan', description: 'Balance after this entry.' }),
    note: t.exposeString('description', { description: 'Note that the owner of the account reads.' }),
    idempotencyKey: t.exposeString('idempotencyKey', { nullable: true, description: 'Key that it was written with.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    isRepeat: t.exposeBoolean('isRepeat', {
      description: 'Whether an earlier call with this key wrote it. This call then changed nothing.',
    }),
  }),
})

const ID = { required: true, description: 'Id of the account.' } as const
const KEY = {
  required: true,
  description:
    'Your own key, such as the id of the payment: 1 to 255 printable ASCII characters. It is kept with the entry and never ' +
    'expires. A repeat returns the first entry; with another account, amount or kind it is refused with `idempotency_key_reused`.',
} as const

const TopUpInput = builder.inputType('AccountTopUpInput', {
  description: 'Paid credit to add to an account.',
  fields: (t) => ({
    id: t.id(ID),
    amount: t.string({ required: true, description: 'Yuan above zero, with at most six decimals: `120.50`.' }),
    note: t.string({ description: 'Note that the owner of the account reads; `Top-up` by default.' }),
    idempotencyKey: t.string(KEY),
  }),
})

const AdjustInput = builder.inputType('AccountAdjustInput', {
  description: 'A correction of a balance.',
  fields: (t) => ({
    id: t.id(ID),
    amount: t.string({
      required: true,
      description: 'Yuan with a sign and at most six decimals: `+1` or `-0.48`. Frozen credit cannot be deducted.',
    }),
    note: t.string({ required: true, description: 'The reason. The owner of the account reads it.' }),
    idempotencyKey: t.string(KEY),
  }),
})

const change = changesOf('entry', Entry)

change('accountTopUp', 'Adds paid credit to an account, once for each key.', TopUpInput, ({ pool }, input) =>
  bookTopup(pool, input),
)

change('accountAdjust', 'Corrects the balance of an account, once for each key.', AdjustInput, ({ pool }, input) =>
  bookAdjustment(pool, input),
)
