import type { NewEntry } from './entry.ts'
import { availableMicro, drawEntry, type LockedAccount } from './locked-account.ts'

/** (0, +X): sets X of the available credit aside for a subject; null if less than X is available. */
export function drawFreeze(account: LockedAccount, amountMicro: bigint, subject: FreezeSubject): NewEntry | null {
  if (availableMicro(account) < amountMicro) return null
  return drawEntry(account, { kind: 'freeze', amountMicro: 0n, frozenDeltaMicro: amountMicro, ...subject })
}

/** What a freeze is for. `credit` does not depend on tasks: a subject is an id and a description. */
export type FreezeSubject = Pick<NewEntry, 'subjectId' | 'taskId' | 'description' | 'keyId' | 'createdAt'>

/**
 * Resolves a freeze once: settle (−Y, −X) if Y was earned, release (0, −X) if nothing was. A second resolution violates the
 * unique index on the subject.
 */
export function drawResolution(
  account: LockedAccount,
  frozenMicro: bigint,
  earnedMicro: bigint,
  subject: FreezeSubject,
): NewEntry {
  if (earnedMicro > frozenMicro) throw new Error(`more was earned than frozen for ${subject.subjectId}`)
  const kind = earnedMicro > 0n ? 'settle' : 'release'
  return drawEntry(account, { kind, amountMicro: -earnedMicro, frozenDeltaMicro: -frozenMicro, ...subject })
}

/** Resolves a freeze by charging all of it: (−P, −P), a charge without a task (spec 4.12 rule 3). */
export function drawCharge(account: LockedAccount, frozenMicro: bigint, subject: FreezeSubject): NewEntry {
  return drawEntry(account, {
    kind: 'prompt_optimize',
    amountMicro: -frozenMicro,
    frozenDeltaMicro: -frozenMicro,
    ...subject,
  })
}
