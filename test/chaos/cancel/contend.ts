import { DomainError } from '../../../src/errors.ts'
import type { Caller } from '../../../src/key/caller.ts'
import { cancelTask } from '../../../src/task/cancel.ts'
import { removeTask } from '../../../src/task/remove.ts'
import type { Ground, Side } from './ground.ts'

/** How a round runs; drawn from the seed. */
export interface Round {
  readonly race: string
  readonly account: number
  /** Turns of the event loop by which each contender is delayed. */
  readonly late: readonly [number, number]
  /** Selects a state, for races that have several. */
  readonly pick: number
}

/** Runs a round of a race and returns its outcome in a few words. Throws on a violation. */
export type Race = (ground: Ground, caller: Caller, round: Round) => Promise<string>

export type Contender = (side: Side) => Promise<string>

/** Runs both at once, each on its own side. Returns the result of each, or the code of its refusal. */
export async function contend(
  { sides }: Ground,
  { late }: Round,
  one: Contender,
  two: Contender,
): Promise<[string, string]> {
  const run = async (contender: Contender, side: Side, turns: number) => {
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    return contender(side).catch((error: unknown) => {
      if (error instanceof DomainError) return error.code
      throw error
    })
  }
  const [first, second] = await Promise.allSettled([run(one, sides[0], late[0]), run(two, sides[1], late[1])])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}

/** Returns an allowed outcome; any other is a violation. */
export function decide(outcome: readonly string[], allowed: readonly (readonly string[])[]): string {
  if (allowed.some((each) => each.join() === outcome.join())) return outcome.join(', ')
  throw new Error(`came to: ${outcome.join(', ')}`)
}

export const cancelling =
  (caller: Caller, id: string, idempotencyKey: string | null = null): Contender =>
  async (side) => {
    const { task, replayed } = await cancelTask(side, caller, { id, idempotencyKey })
    if (task.status !== 'cancelled' || task.amountMicro === null) throw new Error(`a cancel answered ${task.status}`)
    return replayed ? 'replayed' : 'cancelled'
  }

export const removing =
  (caller: Caller, id: string): Contender =>
  async (side) => {
    await removeTask(side, caller, { id, idempotencyKey: null })
    return 'deleted'
  }
