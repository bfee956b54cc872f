import type { Fault } from '../fault.ts'

const STATES = ['test/spec/states.test.ts']
const OUTPUT = ['test/spec/output.test.ts']
const CREATED = ['test/rest/post-videos/202-created.test.ts']
const PRESENT = ['test/unit/rest-present.test.ts']
const MEDIA = ['test/unit/media.test.ts']

/** 2.1: a task’s fields. */
export const TASK_FIELDS: readonly Fault[] = [
  {
    rule: '2.1.3',
    file: 'src/task/advance.ts',
    find: "= 'succeeded' then 1 else progress end",
    replace: "= 'succeeded' then progress else 1 end",
    tests: STATES,
    why: 'progress is 1 for a task that did not succeed',
  },
  {
    rule: '2.1.5',
    file: 'src/task/material.ts',
    find: "request.aspectRatio === 'auto' ? nearestCanvas(size)",
    replace: "request.aspectRatio === 'auto' ? nearestCanvas(size && null)",
    tests: ['test/spec/create.test.ts'],
    why: 'auto is 16:9 whatever the material',
  },
  {
    rule: '2.1.6',
    file: 'src/task/judge.ts',
    find: 'randomInt(SEED_MAX + 1) : request.seed + index',
    replace: 'request.n : request.seed + index',
    tests: ['test/spec/create.test.ts'],
    why: 'all tasks without a seed have the same one',
  },
  {
    rule: '2.1.7',
    file: 'src/http/rest/routes/videos/present.ts',
    find: "${task.metadata ?? 'null'}",
    replace: "${JSON.stringify(JSON.parse(task.metadata ?? 'null'))}",
    tests: CREATED,
    why: 'metadata is returned as parsed, not as sent',
  },
  {
    rule: '2.1.8',
    file: 'src/task/advance.ts',
    find: 'started_at = coalesce(started_at, now())',
    replace: 'started_at = now()',
    tests: STATES,
    why: 'started_at changes with every claim',
  },
  {
    rule: '2.1.11',
    file: 'src/http/rest/routes/videos/present.ts',
    find: "links.sign(task.id, 'video') : null",
    replace: "links.sign(task.id, 'thumbnail') : null",
    tests: ['test/rest/content/200-whole.test.ts'],
    why: 'the link of the output opens the thumbnail',
  },
  {
    rule: '2.1.12',
    file: 'src/task/finish.ts',
    find: "failDetail: 'failDetail' in end ? end.failDetail : null",
    replace: "failDetail: 'failDetail' in end ? end.failReason : null",
    tests: STATES,
    why: 'a failure has no message',
  },
  {
    rule: '2.1.13',
    file: 'src/task/view.ts',
    find: 'Math.floor((now - task.waitingSince.getTime()) / 1000)',
    replace: 'Math.ceil((now - task.waitingSince.getTime()) / 1000)',
    tests: PRESENT,
    why: 'the waiting notice rounds seconds up',
  },
  {
    rule: '2.1.13',
    file: 'src/task/waiting.ts',
    find: 'min(a.ready_at) as since',
    replace: 'now() as since',
    tests: ['test/workers/dispatch/notices.test.ts'],
    why: 'a wait begins when the notice is written',
  },
  {
    rule: '2.1.14',
    file: 'src/task/view.ts',
    find: 'seconds, reason: task.waitingReason }',
    replace: "seconds, reason: 'capacity' }",
    tests: ['test/workers/dispatch/notices.test.ts'],
    why: 'a task that waits for the encoder shows capacity as its reason',
  },
  {
    rule: '2.1.16',
    file: 'src/http/rest/routes/videos/present.ts',
    find: 'deliveredSeconds(output.frames)',
    replace: 'task.durationMs / 1000',
    tests: OUTPUT,
    why: 'output has the requested seconds, not those delivered',
  },
  {
    rule: '2.1.17',
    file: 'src/http/rest/routes/videos/present.ts',
    find: '"watermarked":${output.watermarked}',
    replace: '"watermarked":true',
    tests: OUTPUT,
    why: 'watermarked is a constant',
  },
  {
    rule: '2.1.18',
    file: 'src/storage/link.ts',
    find: 'if (time * 1000 <= Date.now()) {',
    replace: 'if (time <= 0) {',
    tests: ['test/rest/content/200-whole.test.ts'],
    why: 'a link never expires',
  },
  {
    rule: '2.1.19',
    file: 'src/task/view.ts',
    find: 'billedSeconds: billedSecondsOf(task)',
    replace: 'billedSeconds: task.durationMs / 1000',
    tests: PRESENT,
    why: 'usage has the requested seconds, not those billed',
  },
  {
    rule: '2.1.20',
    file: 'src/media/frames.ts',
    find: 'const k = Math.ceil(',
    replace: 'const k = Math.floor(',
    tests: MEDIA,
    why: 'a video has fewer frames than its seconds need',
  },
  {
    rule: '2.1.21',
    file: 'src/task/finish.ts',
    find: "(['generation', task.durationMs] as const)",
    replace: "(['generation', Math.round((task.frames * 1000) / FPS)] as const)",
    tests: ['test/credit/worked-sums.test.ts'],
    why: 'surplus frames are billed',
  },
]

/** 2.2: the canvases. */
export const CANVAS: readonly Fault[] = [
  {
    rule: '2.2.6',
    file: 'src/media/canvas.ts',
    find: "'21:9': { width: 1536, height: 672 }",
    replace: "'21:9': { width: 1568, height: 672 }",
    tests: ['test/spec/create.test.ts'],
    why: 'a canvas has another size',
  },
  {
    rule: '2.2.7',
    file: 'src/media/canvas.ts',
    find: 'high * bestLow < bestHigh * low',
    replace: 'high * bestLow <= bestHigh * low',
    tests: MEDIA,
    why: 'on a tie auto selects the later canvas',
  },
  {
    rule: '2.2.7',
    file: 'src/task/material.ts',
    find: 'const pixels = used.find(',
    replace: 'const pixels = used.findLast(',
    tests: ['test/flow/material-rules.test.ts'],
    why: 'auto uses the last item of the material',
  },
]
