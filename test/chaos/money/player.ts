import { adjustBalance } from '../../../src/credit/adjust.ts'
import { topUp } from '../../../src/credit/topup.ts'
import { DomainError } from '../../../src/errors.ts'
import { Rollback, transaction } from '../../../src/lib/sql.ts'
import { chargeFee, holdFee, releaseFee } from '../../../src/prompt/fee.ts'
import type { Resources } from '../../../src/resources.ts'
import { type End, finishTask, lockForEnd } from '../../../src/task/finish.ts'
import type { Lanes } from '../../../src/task/lanes.ts'
import { type CreateOperation, submissionOf } from '../../support/submission.ts'
import { advanceStage } from './advance.ts'
import type { Operation } from './operations.ts'
import { addTo, newTally, type Tally } from './tally.ts'

export interface Player {
  /** Begins a new period of idempotency keys. */
  begin(period: string): void
  /** Runs it and returns its outcome. */
  perform(operation: Operation): Promise<string>
  /** The player's records since they were last read. */
  takeTally(): Tally
}

interface Live {
  readonly taskId: string
  readonly accountId: string
}

export type Ground = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'> & { readonly lanes: Lanes }

/** Tasks that a player may still end: the newest ones, because older ones have ended through their stages. */
const RECENT = 300

/** @param accountIds the same for every player, in the same order */
export function createPlayer(ground: Ground, accountIds: readonly string[], name: string): Player {
  const live: Live[] = []
  const madeBy = new Map<string, string>()
  let tally = newTally()
  let period = ''
  const accountAt = (pick: number) => accountIds[pick % accountIds.length] ?? ''

  const create = async (operation: CreateOperation) => {
    const submission = submissionOf(operation, period, accountAt)
    const verdict = await ground.lanes.submit(submission)
    if (verdict.kind === 'refused') return verdict.error.code
    const ids = verdict.kind === 'created' ? verdict.tasks.map(({ id }) => id) : verdict.taskIds
    if (submission.idempotency) {
      const { key } = submission.idempotency
      const first = madeBy.get(key) ?? ids.join()
      if (first !== ids.join()) tally.complaints.push(`${key} made ${first} and ${ids.join()}`)
      madeBy.set(key, first)
    }
    if (verdict.kind === 'replayed') return 'replayed'
    for (const taskId of ids) live.push({ taskId, accountId: submission.accountId })
    live.splice(0, live.length - RECENT)
    tally.tasks += ids.length
    return ids.length === operation.n ? 'created' : 'created fewer'
  }

  const end = async (pick: number, how: End) => {
    const index = pick % Math.max(1, live.length)
    const target = live[index]
    if (!target) return 'nothing there'
    const ended = await transaction(ground.pool, async (tx) => {
      const locked = await lockForEnd(tx, target.accountId, target.taskId)
      if (!locked) return new Rollback(false)
      finishTask(tx, locked, how)
      return true
    })
    if (live[index] === target) live.splice(index, 1)
    return ended ? how.status : 'had ended'
  }

  const act = async (operation: Operation): Promise<string> => {
    switch (operation.kind) {
      case 'create':
        return create(operation)
      case 'advance':
        return advanceStage(ground, name, operation)
      case 'cancel': {
        const ends = Array.from({ length: operation.times }, () => end(operation.pick, { status: 'cancelled' }))
        return (await Promise.all(ends)).sort().join(', ')
      }
      case 'time out':
        return end(operation.pick, { status: 'failed', failReason: 'queue_timeout', failDetail: 'It waited too long.' })
      case 'top up': {
        const id = accountAt(operation.account)
        await transaction(ground.pool, (tx) => topUp(tx, id, operation.micro, 'chaos'))
        addTo(tally.paid, id, operation.micro)
        return 'added'
      }
      case 'adjust': {
        const id = accountAt(operation.account)
        await transaction(ground.pool, (tx) => adjustBalance(tx, id, operation.micro, 'chaos'))
        addTo(tally.paid, id, operation.micro)
        return 'adjusted'
      }
      case 'optimise': {
        const result = await optimise(ground, accountAt(operation.account), operation.outcome)
        if (result === 'charged') tally.charges += 1
        return result
      }
    }
  }

  return {
    begin(next) {
      period = next
      madeBy.clear()
    },
    async perform(operation) {
      const outcome = await act(operation).catch((error: unknown) => {
        if (error instanceof DomainError) return error.code
        tally.complaints.push(`${operation.kind}: ${error instanceof Error ? error.stack : error}`)
        return 'error'
      })
      const shown = `${operation.kind}: ${outcome}`
      tally.operations += 1
      tally.outcomes[shown] = (tally.outcomes[shown] ?? 0) + 1
      return outcome
    },
    takeTally() {
      const taken = tally
      tally = newTally()
      return taken
    },
  }
}

/** `both`: the charge and the release at once; one of them must find nothing left. */
async function optimise({ pool }: Ground, accountId: string, outcome: 'charge' | 'release' | 'both'): Promise<string> {
  const start = await holdFee(pool, { accountId, keyId: null, idempotency: null, maxMicro: null })
  if ('kept' in start) throw new Error('a call without a key was a replay')
  const { held } = start
  const [charged, released] = await Promise.all([
    outcome === 'release' ? null : chargeFee(pool, held, 'a better prompt'),
    outcome === 'charge' ? false : releaseFee(pool, held),
  ])
  if ((charged !== null) === released) throw new Error(`a fee was ${charged ? 'charged and released' : 'left'}`)
  return charged ? 'charged' : 'released'
}
