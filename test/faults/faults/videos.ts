import type { Fault } from '../fault.ts'

const FOREIGN = ['test/rest/get-video/404-foreign-id.test.ts']
const KEYSET = ['test/rest/list-videos/200-keyset.test.ts']
const WHOLE = ['test/rest/content/200-whole.test.ts']
const UNAVAILABLE = ['test/rest/content/409-410-unavailable.test.ts']
const ENDPOINTS = ['test/spec/endpoints.test.ts']
const OUTPUT = ['test/spec/output.test.ts']

/** 4.0, 4.2, 4.3 and 4.4: what is there, and reading it. */
export const READING: readonly Fault[] = [
  {
    rule: '4.0.1',
    file: 'src/http/rest/routes/credits.ts',
    find: 'need: null,',
    replace: "need: 'nothing',",
    tests: ENDPOINTS,
    why: 'prices are readable without a key',
  },
  {
    rule: '4.0.2',
    file: 'src/http/rest/routes/keys.ts',
    find: "route('DELETE', '/v1/api-keys/:id', {",
    replace: "route('DELETE', '/v1/keys/:id', {",
    tests: ENDPOINTS,
    why: 'an endpoint is missing',
  },
  {
    rule: '4.0.3',
    file: 'src/task/read.ts',
    find: 'where account_id = $1 and id = any($2::text[]) and deleted_at is null',
    replace: 'where $1::text is not null and id = any($2::text[]) and deleted_at is null',
    tests: FOREIGN,
    why: 'another account’s task can be read',
  },
  {
    rule: '4.2.1',
    file: 'src/task/read.ts',
    find: 'order by created_at ${order}, id ${order} limit',
    replace: 'order by created_at ${order}, id limit',
    tests: KEYSET,
    why: 'tasks of one timestamp are skipped or repeated between pages',
  },
  {
    rule: '4.2.1',
    file: 'src/task/read.ts',
    find: 'waitingStatuses, rows: limit + 1 }',
    replace: 'waitingStatuses, rows: limit }',
    tests: KEYSET,
    why: 'a list ends with its first page',
  },
  {
    rule: '4.2.1',
    file: 'src/task/read.ts',
    find: 'where account_id = $accountId and deleted_at is null\n        and ($after::text is null',
    replace: 'where $accountId::text is not null and deleted_at is null\n        and ($after::text is null',
    tests: KEYSET,
    why: 'a list contains other accounts’ tasks',
  },
  {
    rule: '4.3.1',
    file: 'src/task/read.ts',
    find: 'and deleted_at is null\n         order by array_position',
    replace: '\n         order by array_position',
    tests: FOREIGN,
    why: 'a deleted task can be read',
  },
  {
    rule: '4.3.2',
    file: 'src/storage/link.ts',
    find: 'Math.floor(Date.now() / 1000) + LINK_SECONDS',
    replace: 'Math.ceil(Date.now() / 86_400_000) * 86_400 + LINK_SECONDS',
    tests: OUTPUT,
    why: 'an address stays the same all day',
  },
  {
    rule: '4.4.1',
    file: 'src/http/rest/routes/videos/content.ts',
    find: "video: ['video/mp4', 'mp4'],",
    replace: "video: ['application/octet-stream', 'mp4'],",
    tests: WHOLE,
    why: 'a download has no video content type',
  },
  {
    rule: '4.4.1',
    file: 'src/http/rest/routes/videos/content.ts',
    find: 'if (isHead) return bodiless(200, whole)',
    replace: 'if (isHead) return bodiless(200, headers)',
    tests: WHOLE,
    why: 'HEAD does not have the length',
  },
  {
    rule: '4.4.2',
    file: 'src/task/download.ts',
    find: "if (task.status !== 'succeeded') throw new DomainError('video_not_ready'",
    replace: "if (task.status === 'queued') throw new DomainError('video_not_ready'",
    tests: UNAVAILABLE,
    why: 'an unfinished video is reported as expired',
  },
]

const CANCELLED = ['test/rest/cancel/200-cancelled.test.ts']
const DELETED = ['test/rest/delete-video/200-deleted.test.ts']
const LEDGER = ['test/rest/credits/200-ledger.test.ts']
const PRICES = ['test/rest/pricing/200-prices.test.ts']

/** 4.5, 4.8, 4.9 and 4.11: cancel, prices, deletion, balance. */
export const WRITING: readonly Fault[] = [
  {
    rule: '4.5.1',
    file: 'src/task/advance.ts',
    find: 'earned = earned || ${result.earned}::text[],',
    replace: 'earned = ${result.earned}::text[],',
    tests: CANCELLED,
    why: 'a cancel settles only the last stage',
  },
  {
    rule: '4.5.2',
    file: 'src/task/cancel.ts',
    find: 'if (!locked || !CANCELLABLE.has(locked.task.status)) {',
    replace: 'if (!locked) {',
    tests: ['test/rest/cancel/409-not-cancellable.test.ts'],
    why: 'a packaging task can be cancelled',
  },
  {
    rule: '4.8.1',
    file: 'src/credit/price.ts',
    find: 'order by version desc limit 1',
    replace: 'order by version limit 1',
    tests: ['test/admin/prices.test.ts'],
    why: 'the first price list stays current for ever',
  },
  {
    rule: '4.8.1',
    file: 'src/http/rest/routes/credits.ts',
    find: "'4k': perSecond(upscale['4k']) }",
    replace: "'4k': perSecond(upscale['2k']) }",
    tests: PRICES,
    why: 'a displayed price is that of another item',
  },
  {
    rule: '4.8.3',
    file: 'src/http/rest/routes/credits.ts',
    find: 'prompt_opt_micro: prices.promptOpt,',
    replace: 'prompt_opt_micro: prices.contextIr,',
    tests: PRICES,
    why: 'the displayed price of an optimisation is another item’s',
  },
  {
    rule: '4.9.1',
    file: 'src/task/remove.ts',
    find: "prompt = '', negative_prompt = null,",
    replace: 'negative_prompt = null,',
    tests: DELETED,
    why: 'the prompt of a deleted task is kept',
  },
  {
    rule: '4.9.1',
    file: 'src/task/remove.ts',
    find: "update event set snapshot = '{}'",
    replace: 'update event set snapshot = snapshot',
    tests: DELETED,
    why: 'the log keeps a deleted task’s content',
  },
  {
    rule: '4.9.1',
    file: 'src/task/remove.ts',
    find: 'await eraseDeleted(resources, id)',
    replace: '',
    tests: DELETED,
    why: 'the bytes of a deleted task stay',
  },
  {
    rule: '4.9.1',
    file: 'src/task/download.ts',
    find: '`select * from task where id = $1 and deleted_at is null`',
    replace: '`select * from task where id = $1`',
    tests: DELETED,
    why: 'a signed link opens a deleted task',
  },
  {
    rule: '4.11.1',
    file: 'src/http/rest/routes/credits.ts',
    find: 'available_micro: microJson(balanceMicro - frozenMicro),',
    replace: 'available_micro: microJson(balanceMicro),',
    tests: LEDGER,
    why: 'frozen credit is shown as available',
  },
  {
    rule: '4.11.1',
    file: 'src/credit/read.ts',
    find: 'l.number < coalesce(c.number,',
    replace: 'l.number <= coalesce(c.number,',
    tests: LEDGER,
    why: 'an entry is on two pages',
  },
]
