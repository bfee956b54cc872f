import type { Budget, SpendLimit } from '../src/admission/budget.ts'
import { microJson } from '../src/credit/money.ts'
import { builder } from './builder.ts'
import { SpendPeriod } from './enums.ts'

export const SpendLimitType = builder.objectRef<Budget>('ApiKeySpendLimit').implement({
  description: 'How much a key may spend.',
  fields: (t) => ({
    limitMicro: t.expose('limitMicro', { type: 'MicroYuan', description: 'Maximum of each period.' }),
    period: t.expose('period', { type: SpendPeriod, description: 'The period.' }),
    spentMicro: t.expose('spentMicro', {
      type: 'MicroYuan',
      description: 'Settled and frozen amounts of everything that the key created in the current period.',
    }),
  }),
})

export const SpendLimitInput = builder.inputType('ApiKeySpendLimitInput', {
  description: 'How much a key may spend.',
  fields: (t) => ({
    limitMicro: t.field({ type: 'MicroYuan', required: true, description: 'Maximum of each period.' }),
    period: t.field({ type: SpendPeriod, required: true, description: 'The period.' }),
  }),
})

/** As REST writes it. Undefined and null stay what they are. */
export function limitBody<T extends null | undefined>(limit: SpendLimit | T) {
  return limit && { limit_micro: microJson(limit.limitMicro), period: limit.period }
}
