import type { Caller } from '../key/caller.ts'
import { CURSOR_MARGIN_MS, EVENT_RETENTION_DAYS } from '../limits.ts'
import type { Bus, EventHeader, Subscription } from '../push/bus.ts'
import type { LogEvent } from '../push/log.ts'
import { missedEvents } from '../push/missed.ts'
import {
  BEFORE_ALL,
  type Beginning,
  catchUp,
  isPast,
  openPosition,
  pass,
  type StreamPosition,
  sealPosition,
  secondsNow,
  settle,
} from '../push/position.ts'
import { type Give, Stream } from '../push/stream.ts'
import type { Resources } from '../resources.ts'
import { changeOf, constantsIn, constantsOf, isErased, readConstants, type TaskChange } from './change.ts'
import { type Feed, readFeed, topicOf } from './feed.ts'
import { within } from './read.ts'
import { isTerminal, type Task } from './task.ts'

/** One push of a stream of several tasks. */
export interface TasksChange {
  readonly taskId: string
  /** null: it was deleted. */
  readonly task: Task | null
  readonly seq: number
  /** Whether states of the task before this one were skipped. */
  readonly skipped: boolean
  /** Cursor of this change, for resuming the stream. */
  readonly cursor: string
}

export interface TasksWatch {
  /** null for all tasks of the account. */
  readonly groupId: string | null
  /** Cursor of the last change that was received. */
  readonly after: string | null
}

/**
 * The state of a group's tasks, or of the account's unfinished ones, then every change and deletion, in order for each task
 * (docs/rules/push.md#groups-and-accounts). A group's stream ends with its last task, an account's never. With `after` it
 * starts with the missed changes, each once, in whatever order transactions commit; or with the state if the log may no longer
 * have all of them.
 * @throws DomainError (from `ready` and the first `next`) 400 invalid_cursor, 403 insufficient_scope, 404
 *   group_not_found; later 429 stream_lagged
 */
export function watchTasks(
  resources: Pick<Resources, 'pool'>,
  bus: Bus,
  caller: Caller,
  { groupId, after }: TasksWatch,
): Stream<TasksChange> {
  // From here on events that the state or the missed changes already include are not queued again.
  let begun: StreamPosition | null = null
  const wants = (event: EventHeader) => within(caller, [event.taskId]).length > 0 && !(begun && isPast(begun, event))
  const subscription = bus.subscribe(topicOf(caller, groupId), wants)
  return new Stream(subscription, async () => {
    const feed = await readFeed(resources, caller, groupId)
    begun = feed.beginning.position
    const position = after === null ? BEFORE_ALL : openPosition(feed.name, after)
    const changes = createChanges(resources, feed, groupId !== null)
    return (give) => follow(resources, subscription, feed, position, after !== null, changes, give)
  })
}

async function follow(
  { pool }: Pick<Resources, 'pool'>,
  subscription: Subscription,
  feed: Feed,
  from: StreamPosition,
  resumed: boolean,
  changes: Changes,
  give: Give<TasksChange>,
): Promise<void> {
  const { name, scope, beginning } = feed
  const { position, horizon } = beginning
  if (isLost(from, beginning)) for (const state of states(feed, resumed)) await give(state)
  else {
    for await (const page of missedEvents(pool, scope, from, beginning)) {
      await changes.learn(page.map(({ event }) => event.taskId))
      for (const { event, follows } of page) {
        catchUp(from, event, horizon)
        if (!isErased(event))
          await give({ ...(await changes.changeOf(event, !follows)), cursor: sealPosition(name, from) })
      }
    }
  }
  if (changes.isOver()) return
  await subscription.drainTo(async ({ event, settled, passed }) => {
    const skipped = passed.some((each) => !isPast(position, each))
    const isNews = !isPast(position, event)
    settle(position, settled)
    for (const each of isNews ? [...passed, event] : []) pass(position, each)
    // A deletion erased this state before it was read; the event of the deletion replaces it.
    if (!isNews || isErased(event)) return
    position.at = secondsNow()
    await give({ ...(await changes.changeOf(event, skipped)), cursor: sealPosition(name, position) })
    if (changes.isOver()) subscription.close()
  })
}

/** All states but the last have a cursor that repeats them all, because a client with one of them lacks the others. */
function* states({ name, beginning, tasks }: Feed, resumed: boolean): Generator<TasksChange, undefined> {
  const there = tasks.filter(({ deletedAt }) => !deletedAt)
  for (const task of there) {
    const cursor = sealPosition(name, task === there.at(-1) ? beginning.position : BEFORE_ALL)
    yield { taskId: task.id, task, seq: task.seq, skipped: resumed, cursor }
  }
}

/** Whether the log may lack events after a position: it is too old, or of a history that the restore of a backup ended. */
function isLost({ at, mark }: StreamPosition, { horizon, restoredAt }: Beginning): boolean {
  const isTooOld = Number(at) * 1000 < Date.now() - EVENT_RETENTION_DAYS * 24 * 3_600_000 + CURSOR_MARGIN_MS
  return isTooOld || at < restoredAt || mark > horizon
}

/** Turns events into changes and tracks the unfinished tasks. */
interface Changes {
  learn(taskIds: readonly string[]): Promise<void>
  changeOf(event: LogEvent, skipped: boolean): Promise<Omit<TasksChange, 'cursor'>>
  /** Whether the stream is over. */
  isOver(): boolean
}

/** @param ends whether the stream ends with its last task */
function createChanges({ pool }: Pick<Resources, 'pool'>, { tasks }: Feed, ends: boolean): Changes {
  const unfinished = tasks.filter(({ status }) => !isTerminal(status))
  const open = new Set(unfinished.map(({ id }) => id))
  // Unfinished tasks only, so that a long stream needs no more memory than the account has unfinished tasks.
  const known = new Map(unfinished.map((task) => [task.id, constantsIn(task)]))

  const end = (taskId: string) => {
    open.delete(taskId)
    known.delete(taskId)
  }

  const changeFor = async (event: LogEvent, skipped: boolean): Promise<TaskChange> => {
    const constants = known.get(event.taskId) ?? (await constantsOf(pool, event))
    if (isTerminal(event.kind)) end(event.taskId)
    else known.set(event.taskId, constants)
    return changeOf(event, constants, skipped)
  }

  return {
    async learn(taskIds) {
      const unknown = [...new Set(taskIds)].filter((id) => !known.has(id))
      if (unknown.length === 0) return
      for (const [id, constants] of await readConstants(pool, unknown)) known.set(id, constants)
    },
    async changeOf(event, skipped) {
      const { taskId, seq } = event
      if (event.kind !== 'deleted') return { taskId, ...(await changeFor(event, skipped)) }
      end(taskId)
      return { taskId, task: null, seq, skipped }
    },
    isOver: () => ends && open.size === 0,
  }
}
