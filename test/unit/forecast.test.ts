import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseOf, STAGES, type Stage } from '../../src/queue/catalog.ts'
import { type CrewMember, forecast, type Underway } from '../../src/task/forecast.ts'
import { createOutlook, FORESEEN, type Knowledge, type Outlook, type Place } from '../../src/task/outlook.ts'
import type { StageTimes } from '../../src/task/stage-times.ts'

const SECONDS: Readonly<Partial<Record<Stage, number>>> = { encode: 1, render: 8, package: 2 }
const times: StageTimes = ({ stage, engine, accelerated }) => {
  const seconds = SECONDS[stage]
  return seconds === undefined ? null : (seconds * (engine === 'slow' ? 2 : 1)) / (accelerated ? 4 : 1)
}

const worker = (id: string, rest: Partial<CrewMember> = {}): CrewMember => ({
  ...{ id, capabilities: STAGES, pool: 'shared', engine: 'model', profile: null },
  ...rest,
})

const task = (id: string, rest: Partial<Underway> = {}): Underway => ({
  ...{ id, accountId: 'acc_1', isDedicated: false, wishesAcceleration: false, priority: 0 },
  ...{ stages: ['encode', 'render', 'package'], readyAt: 0, loraUntil: null, running: null, unfit: [] },
  ...{ width: 10, height: 10, frames: 10, resolution: '768p' },
  ...rest,
})

const endsOf = (crew: readonly CrewMember[], tasks: readonly Underway[]) => {
  const found = forecast(crew, tasks, times)
  return tasks.map(({ id }) => found.get(id)?.ends)
}

test('tasks end one after the other in the order of dispatch, as many at once as there are workers', () => {
  const tasks = [task('a'), task('b', { priority: -1 }), task('pro', { priority: baseOf('pro') })]
  assert.deepEqual(endsOf([worker('w')], tasks), [22, 33, 11])
  assert.deepEqual(endsOf([worker('w'), worker('v')], tasks), [11, 22, 11])
  assert.deepEqual(endsOf([], tasks), [undefined, undefined, undefined])
})

test('what runs already ends after the rest of its time, and before its worker takes another task', () => {
  const running = task('a', { stages: ['render', 'package'], running: { workerId: 'w', seconds: 6 } })
  assert.deepEqual(endsOf([worker('w')], [running, task('b')]), [4, 15])
  const late = task('a', { stages: ['package'], running: { workerId: 'w', seconds: 60 } })
  assert.deepEqual(endsOf([worker('w')], [late]), [0.2])
  const lost = task('a', { stages: ['package'], running: { workerId: 'gone', seconds: 1 } })
  assert.deepEqual(endsOf([worker('w')], [lost]), [2])
})

test('only workers that can make a task count, each with the time of its engine', () => {
  const renders = worker('w', { capabilities: ['render'], engine: 'slow' })
  const others = worker('v', { capabilities: ['encode', 'package'] })
  assert.deepEqual(endsOf([renders, others], [task('a')]), [19])
  assert.deepEqual(endsOf([others], [task('a')]), [undefined])
  const unfit = task('a', { unfit: ['small'] })
  assert.deepEqual(endsOf([worker('w', { profile: 'small' }), worker('v', { engine: 'slow' })], [unfit]), [22])
})

test('the pro pool takes no standard task, and an account’s own workers take its dedicated tasks alone', () => {
  const pro = worker('w', { pool: 'pro' })
  assert.deepEqual(endsOf([pro], [task('a'), task('b', { priority: baseOf('pro') })]), [undefined, 11])
  const own = worker('w', { pool: 'acc_1', engine: 'slow' })
  const dedicated = task('a', { isDedicated: true, priority: baseOf('dedicated') })
  assert.deepEqual(endsOf([own, worker('v')], [dedicated, task('b')]), [22, 11])
  assert.deepEqual(endsOf([worker('v')], [dedicated]), [11])
})

test('a draft waits for a worker that accelerates, and after its grace starts on any', () => {
  const lora = worker('w', { capabilities: ['render', 'lora'] })
  const draft = task('a', { wishesAcceleration: true })
  const other = worker('v', { capabilities: ['encode', 'render', 'package'] })
  assert.deepEqual(endsOf([lora, other], [draft]), [5])
  const busy = task('b', { stages: ['render'], running: { workerId: 'w', seconds: -100 } })
  assert.deepEqual(endsOf([lora, other], [draft, busy]), [31, 108])
})

test('a task with a stage whose time is not known has no end', () => {
  assert.deepEqual(endsOf([worker('w')], [task('a', { stages: ['encode', 'upscale'] })]), [null])
})

const knowledge = (rest: Partial<Knowledge> = {}): Knowledge => ({
  ...{ crew: [worker('w')], underway: [], times, depths: new Map(), pressure: new Map(), at: performance.now() },
  ...rest,
})

/** Fails unless an outlook has this estimate, as of its start; `stretch`: how many times longer a task waits. */
function assertLeft(outlook: Outlook, expected: number, id: string, place?: Place, stretch = 1) {
  const before = outlook.now()
  const seconds = outlook.secondsLeft(id, place) ?? Number.NaN
  const seen = `${seconds} s, not ${expected}`
  assert.ok(seconds <= expected - before * stretch + 0.01 && seconds >= expected - outlook.now() * stretch - 0.01, seen)
}

test('tasks of a burst are expected one after the other before they can be read', () => {
  const outlook = createOutlook(knowledge(), [], Infinity)
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    outlook.add([task(id, { priority: -index })])
    assertLeft(outlook, 11 * (index + 1), id)
    assert.equal(outlook.position(id), index === 0 ? 1 : index)
  }
  assert.equal(outlook.secondsLeft('unknown'), null)
})

test('without time for another forecast a new task is expected with the one before it', () => {
  const outlook = createOutlook(knowledge({ underway: [task('a'), task('b', { priority: -2 })] }), [], 0)
  assertLeft(outlook, 11, 'a')
  outlook.add([task('c', { priority: -1 })])
  assertLeft(outlook, 11, 'c')
})

test('waiting is longer by the share of the workers that later tasks of higher tiers are expected to take', () => {
  const underway = [task('a'), task('b', { priority: -1 })]
  const outlook = createOutlook(knowledge({ underway, pressure: new Map([['pro', 0.5]]) }), [])
  assertLeft(outlook, 11 + 11 * 2, 'b', undefined, 2)
})

test('behind the foreseen tasks the estimate grows with the position', () => {
  const underway = Array.from({ length: FORESEEN }, (_, index) => task(`t${index}`, { priority: -index }))
  const outlook = createOutlook(knowledge({ underway, depths: new Map([['encode', 2 * FORESEEN - 1]]) }), [])
  outlook.add([task('last', { priority: -FORESEEN })])
  assert.equal(outlook.position('last'), 2 * FORESEEN)
  assertLeft(outlook, 2 * 11 * FORESEEN, 'last')
  assertLeft(outlook, 3 * 11 * FORESEEN, 'read', { stage: 'encode', position: 3 * FORESEEN })
})
