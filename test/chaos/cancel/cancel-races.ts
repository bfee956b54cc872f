import type { Task } from '../../../src/task/task.ts'
import { type Contender, cancelling, contend, decide, type Race, removing } from './contend.ts'
import { createTask, done, type Ground, workUpTo } from './ground.ts'

async function statusOf({ sides }: Ground, id: string): Promise<string> {
  const { rows } = await sides[0].pool.query<{ status: string }>('select status from task where id = $1', [id])
  return rows[0]?.status ?? 'gone'
}

async function finish(ground: Ground, task: Task): Promise<void> {
  if (!(await done(ground.sides[0], await ground.claims.take(task.id, 'package')))) throw new Error('not finished')
}

/**
 * The last billable stage of a task against its cancel: either the stages finished before the cancel are billed, or
 * all.
 */
export const cancelAgainstReport: Race = async (ground, caller, round) => {
  const [resolution, stage] = round.pick > 0 ? (['768p', 'render'] as const) : (['2k', 'upscale'] as const)
  const task = await createTask(ground, caller, resolution)
  const claim = await workUpTo(ground, task, stage)
  const report: Contender = async (side) => ((await done(side, claim)) ? 'reported' : 'too late')
  const outcome = await contend(ground, round, cancelling(caller, task.id), report)
  const shown = decide(outcome, [
    ['cancelled', 'too late'],
    ['task_not_cancellable', 'reported'],
  ])
  const status = outcome[1] === 'reported' ? 'packaging' : 'cancelled'
  if ((await statusOf(ground, task.id)) !== status) throw new Error(`not ${status} after ${shown}`)
  if (status === 'packaging') await finish(ground, task)
  return shown
}

export const cancelAgainstSuccess: Race = async (ground, caller, round) => {
  const task = await createTask(ground, caller, '768p')
  const claim = await workUpTo(ground, task, 'package')
  const report: Contender = async (side) => ((await done(side, claim)) ? 'succeeded' : 'too late')
  return decide(await contend(ground, round, cancelling(caller, task.id), report), [
    ['task_not_cancellable', 'succeeded'],
  ])
}

export const cancelAgainstClaim: Race = async (ground, caller, round) => {
  const task = await createTask(ground, caller, '768p')
  const claim: Contender = async (side) => {
    const isMine = await ground.claims.takeNext(side, task.id, 'encode')
    return isMine ? 'claimed' : 'not claimed'
  }
  return decide(await contend(ground, round, cancelling(caller, task.id), claim), [
    ['cancelled', 'claimed'],
    ['cancelled', 'not claimed'],
  ])
}

export const cancelAgainstReaper: Race = async (ground, caller, round) => {
  const task = await createTask(ground, caller, '768p')
  await workUpTo(ground, task, 'render')
  const { pool } = ground.sides[0]
  await pool.query(
    `update stage_attempt set beat_at = now() - interval '1 minute' where task_id = $1 and stage = 'render'`,
    [task.id],
  )
  const reap: Contender = async () => {
    ground.reaper.wake()
    return 'woken'
  }
  await contend(ground, round, cancelling(caller, task.id), reap)
  const { rows } = await pool.query<{ state: string }>(
    `select state from stage_attempt where task_id = $1 and stage = 'render' order by number`,
    [task.id],
  )
  const states = rows.map(({ state }) => state)
  return decide(states, [['cancelled'], ['lost', 'cancelled']])
}

export const cancelAgainstCancel: Race = async (ground, caller, round) => {
  const task = await createTask(ground, caller, '768p')
  if (round.pick % 3 > 0) await workUpTo(ground, task, round.pick % 3 === 1 ? 'encode' : 'render')
  const key = round.pick % 2 === 0 ? null : 'k'
  const outcome = await contend(ground, round, cancelling(caller, task.id, key), cancelling(caller, task.id, key))
  return decide(outcome.sort(), [key === null ? ['cancelled', 'task_not_cancellable'] : ['cancelled', 'replayed']])
}

export const cancelAgainstDelete: Race = async (ground, caller, round) => {
  const task = await createTask(ground, caller, '768p')
  if (round.pick % 2 > 0) await workUpTo(ground, task, 'render')
  const shown = decide(await contend(ground, round, cancelling(caller, task.id), removing(caller, task.id)), [
    ['cancelled', 'deleted'],
    ['cancelled', 'task_not_deletable'],
  ])
  return shown
}
