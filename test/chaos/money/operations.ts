import fc from 'fast-check'
import { STAGES, type Stage } from '../../../src/queue/catalog.ts'
import { RESOLUTIONS, TIERS } from '../../../src/task/task.ts'
import type { CreateOperation } from '../../support/submission.ts'

/** One random operation on money. Numbers that select something are taken modulo the number of choices. */
export type Operation =
  | CreateOperation
  | {
      readonly kind: 'advance'
      readonly stage: Stage
      readonly outcome: AdvanceOutcome
      readonly contextIrApplied: boolean
    }
  | { readonly kind: 'cancel'; readonly pick: number; readonly times: 1 | 2 }
  | { readonly kind: 'time out'; readonly pick: number }
  | { readonly kind: 'top up'; readonly account: number; readonly micro: bigint }
  | { readonly kind: 'adjust'; readonly account: number; readonly micro: bigint }
  | { readonly kind: 'optimise'; readonly account: number; readonly outcome: 'charge' | 'release' | 'both' }

/** Reports of a claimed stage: `void` only for the last stage; `twice` sends the report again. */
export type AdvanceOutcome = 'done' | 'twice' | 'void' | 'rejected' | 'failed' | 'error' | 'handed back'

/** In each period: so few keys that most are sent several times, from every process. */
const KEYS = 400

const account = fc.nat(999)
const pick = fc.nat(999_999)

const create: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant('create' as const),
  account,
  n: fc.constantFrom(1, 2, 4),
  durationMs: fc.integer({ min: 5000, max: 15_000 }),
  resolution: fc.constantFrom(...RESOLUTIONS),
  serviceTier: fc.constantFrom(...TIERS),
  useContextIr: fc.boolean(),
  key: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(KEYS - 1) }),
  twisted: fc.nat(9).map((digit) => digit === 0),
})

const advance: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant('advance' as const),
  stage: fc.constantFrom(...STAGES),
  outcome: fc.oneof(
    { weight: 20, arbitrary: fc.constant('done' as const) },
    { weight: 2, arbitrary: fc.constantFrom('twice' as const, 'void' as const, 'rejected' as const) },
    { weight: 2, arbitrary: fc.constantFrom('failed' as const, 'error' as const, 'handed back' as const) },
  ),
  contextIrApplied: fc.boolean(),
})

/** Up to 50 yuan, to the µ¥. */
const micro = fc.bigInt({ min: 1n, max: 50_000_000n })
const signed = fc.bigInt({ min: -60_000_000n, max: 40_000_000n }).filter((each) => each !== 0n)

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 27, arbitrary: create },
  { weight: 45, arbitrary: advance },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick, times: fc.constantFrom(1, 2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('time out' as const), pick }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('top up' as const), account, micro }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('adjust' as const), account, micro: signed }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('optimise' as const),
      account,
      outcome: fc.constantFrom('charge' as const, 'release' as const, 'both' as const),
    }),
  },
)
