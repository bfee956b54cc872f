import type { Tx } from '../lib/sql.ts'
import type { NewEntry } from './entry.ts'
import { lockAccount, postEntry } from './post.ts'

/**
 * (+X, 0): paid credit.
 * @param amountMicro above zero
 * @returns null when there is no such account
 */
export async function topUp(
  tx: Tx,
  accountId: string,
  amountMicro: bigint,
  description: string,
): Promise<NewEntry | null> {
  if (amountMicro <= 0n) throw new RangeError('A top-up must be above zero.')
  const account = await lockAccount(tx, accountId)
  if (!account) return null
  const draft = { kind: 'topup', frozenDeltaMicro: 0n, subjectId: null, taskId: null } as const
  return postEntry(tx, account, { ...draft, amountMicro, description })
}
