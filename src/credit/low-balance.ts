import type { Tx } from '../lib/sql.ts'
import { addAccountEvent } from '../push/deliveries.ts'
import { availableMicro, type LockedAccount } from './locked-account.ts'
import { CURRENCY, microJson } from './money.ts'

/**
 * Sends `account.balance_low` for accounts whose available balance falls below their threshold in this transaction
 * (docs/rules/webhooks.md#low-balance). Transactions of an account follow each other under its lock, so each crossing is found
 * once. Whatever writes entries that freeze or charge calls this once for the accounts that it writes.
 * @returns whether there was one
 */
export function noteLowBalance(tx: Tx, accounts: Iterable<LockedAccount>): boolean {
  let isAny = false
  for (const account of accounts) {
    const { balanceLow, availableBefore } = account
    if (!balanceLow || availableBefore < balanceLow.thresholdMicro) continue
    const available = availableMicro(account)
    if (available >= balanceLow.thresholdMicro) continue
    const data = JSON.stringify({
      id: account.id,
      object: 'account',
      available_micro: microJson(available),
      balance_micro: microJson(account.balanceMicro),
      frozen_micro: microJson(account.frozenMicro),
      threshold_micro: microJson(balanceLow.thresholdMicro),
      currency: CURRENCY,
    })
    addAccountEvent(tx, { accountId: account.id, type: 'account.balance_low', url: balanceLow.webhookUrl, data })
    isAny = true
  }
  return isAny
}
