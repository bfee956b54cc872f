import type { Fault } from '../fault.ts'

const STATES = ['test/spec/states.test.ts']
const SUMS = ['test/credit/worked-sums.test.ts']
const CANCELLED = ['test/rest/cancel/200-cancelled.test.ts']
const REFUSED = ['test/rest/cancel/409-not-cancellable.test.ts']

/** 3: states, and what each end bills. */
export const STATE_FAULTS: readonly Fault[] = [
  {
    rule: '3.1',
    file: 'src/credit/freeze.ts',
    find: 'amountMicro: 0n, frozenDeltaMicro: amountMicro,',
    replace: 'amountMicro: -amountMicro, frozenDeltaMicro: 0n,',
    tests: STATES,
    why: 'a create is charged instead of frozen',
  },
  {
    rule: '3.2',
    file: 'src/task/pipeline.ts',
    find: "encode: 'encoding',",
    replace: "encode: 'rendering',",
    tests: STATES,
    why: 'an encoding task is shown as rendering',
  },
  {
    rule: '3.8',
    file: 'src/credit/freeze.ts',
    find: 'amountMicro: -earnedMicro, frozenDeltaMicro: -frozenMicro, ...subject })',
    replace: 'amountMicro: -earnedMicro, frozenDeltaMicro: -earnedMicro, ...subject })',
    tests: SUMS,
    why: 'unearned credit stays frozen for ever',
  },
  {
    rule: '3.7',
    file: 'src/task/items.ts',
    find: "if (end === 'failed' || (end !== 'succeeded' && isEarlier(task))) return []",
    replace: "if (end !== 'succeeded' && isEarlier(task)) return []",
    tests: SUMS,
    why: 'a failure is billed',
  },
  {
    rule: '3.8',
    file: 'src/task/items.ts',
    find: 'return task.items.filter((item) => task.earned.includes(item.kind))',
    replace: 'return [...task.items]',
    tests: CANCELLED,
    why: 'a cancelled task is billed in full',
  },
  {
    rule: '3.9',
    file: 'src/task/items.ts',
    find: "if (end === 'failed' ||",
    replace: "if (end === 'failed' || end === 'rejected' ||",
    tests: SUMS,
    why: 'a rejected task is not billed for finished stages',
  },
  {
    rule: '3.10',
    file: 'src/task/moves.ts',
    find: "rendering: ['upscaling', 'packaging', 'failed', 'cancelled', 'rejected']",
    replace: "rendering: ['upscaling', 'packaging', 'failed', 'rejected']",
    tests: CANCELLED,
    why: 'a rendering task cannot be cancelled',
  },
  {
    rule: '3.11',
    file: 'src/task/moves.ts',
    find: "packaging: ['rendering', 'upscaling', 'succeeded', 'failed', 'rejected']",
    replace: "packaging: ['rendering', 'upscaling', 'succeeded', 'failed', 'cancelled', 'rejected']",
    tests: REFUSED,
    why: 'a packaging task can be cancelled',
  },
  {
    rule: '3.11',
    file: 'src/stage/report.ts',
    find: "next === 'package',",
    replace: 'false,',
    tests: REFUSED,
    why: 'a rendered task can be cancelled until its packaging is claimed',
  },
  {
    rule: '3.13',
    file: 'src/task/waiting.ts',
    find: 'waiting_reason = due.reason, seq = seq + 1',
    replace: "waiting_reason = due.reason, status = 'queued', seq = seq + 1",
    tests: ['test/rest/earlier-form/200-shown.test.ts'],
    why: 'a task that waits is queued again',
  },
]
