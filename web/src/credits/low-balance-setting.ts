import type { LowBalanceQuery } from '../generated/graphql.ts'

/** When a low balance is reported; null if it never is. */
export type LowBalanceSetting = LowBalanceQuery['account']['balanceLow']
