import { availableMicro, drawEntry, type LockedAccount } from './account.ts'
import type { NewEntry } from './entry.ts'

/** (0, +X): X of the available credit is set aside for a subject. null when there is less than X. */
export function drawFreeze(account: LockedAccount, amountMicro: bigint, subject: FreezeSubject): NewEntry | null {
  if (availableMicro(account) < amountMicro) return null
  return drawEntry(account, { kind: 'freeze', amountMicro: 0n, frozenDeltaMicro: amountMicro, ...subject })
}

/** What a freeze is for. `credit` does not know what a task is: a subject is an id and a sentence. */
export interface FreezeSubject {
  readonly subjectId: string
  readonly taskId: string | null
  readonly description: string
}

/**
 * Resolves a freeze once: settle (−Y, −X) for what was earned, or release (0, −X) when nothing was. A second resolution
 * breaks the unique index on the subject.
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

/** Resolves a freeze by charging all of it: (−P, −P), a charge that belongs to no task (spec 4.12 rule 3). */
export function drawCharge(account: LockedAccount, frozenMicro: bigint, subject: FreezeSubject): NewEntry {
  return drawEntry(account, {
    kind: 'prompt_optimize',
    amountMicro: -frozenMicro,
    frozenDeltaMicro: -frozenMicro,
    ...subject,
  })
}
