import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byWork } from '../../../web/src/credits/by-work.ts'
import { type Charge, dayBefore, spendBy, spendByDay } from '../../../web/src/credits/spend.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()
const charge = (day: number, hour: number, amountMicro: string, task: Charge['task'] = null): Charge => ({
  id: `${day} ${hour}`,
  kind: 'SETTLE',
  task,
  createdAt: at(day, hour),
  amountMicro,
})

test('each day shows the charges of the reader’s own day, or nothing', () => {
  const charges = [charge(30, 23, '-1'), charge(28, 0, '-9007199254740993'), charge(28, 23, '-2')]
  const days = spendByDay(charges, new Date(2026, 2, 27).getTime(), new Date(2026, 2, 30, 12).getTime())
  assert.deepEqual(
    days.map(({ start, micro }) => [new Date(start).getDate(), micro]),
    [
      [27, 0n],
      [28, 9007199254740995n],
      [29, 0n],
      [30, 1n],
    ],
  )
})

test('days before the first charge are left out', () => {
  const days = spendByDay([charge(1, 12, '-5')], dayBefore(new Date(2026, 2, 3).getTime(), 1), Date.parse(at(3, 9)))
  assert.deepEqual(
    days.map(({ micro }) => micro),
    [0n, 0n],
  )
})

test('entries of one task are grouped at the newest, and others are separate', () => {
  const line = (id: string, taskId: string | null) => ({ id, taskId }) as const
  const blocks = byWork([line('5', 'b'), line('4', 'a'), line('3', null), line('2', 'b'), line('1', null)])
  assert.deepEqual(
    blocks.map((lines) => lines.map(({ id }) => id)),
    [['5', '2'], ['4'], ['3'], ['1']],
  )
})

test('spending is summed by service exactly, the largest part first', () => {
  const task = (serviceTier: 'PRO' | 'DRAFT') => ({ id: 'vid_1', serviceTier, sourceTaskId: null, key: null })
  const charges = [
    charge(1, 1, '-1', task('DRAFT')),
    charge(1, 2, '-9007199254740993', task('PRO')),
    charge(1, 3, '-1', task('PRO')),
    charge(1, 4, '0'),
  ]
  assert.deepEqual(
    spendBy(charges, ({ task: of }) => of?.serviceTier ?? ''),
    [
      { id: 'PRO', micro: 9007199254740994n },
      { id: 'DRAFT', micro: 1n },
    ],
  )
})
