import type { Fault } from '../fault.ts'

const CREATED = ['test/rest/upscale/202-created.test.ts']
const EXISTS = ['test/rest/upscale/200-exists.test.ts']
const REFUSED = ['test/rest/upscale/refused.test.ts']

/** 4.6 and 4.7: upscaling a finished work. */
export const UPSCALE: readonly Fault[] = [
  {
    rule: '4.6.1',
    file: 'src/http/rest/routes/upscale.ts',
    find: 'amount_micro: Number(quote.amountMicro),',
    replace: 'amount_micro: displayAmount(quote.amountMicro),',
    tests: CREATED,
    why: 'the quote’s amount is not an integer',
  },
  {
    rule: '4.6.2',
    file: 'src/upscale/quote.ts',
    find: 'amountMicro: upscaleAmount(prices, source.frames),',
    replace: 'amountMicro: upscaleAmount(prices, Math.round((source.durationMs * 24) / 1000)),',
    tests: CREATED,
    why: 'the quote uses the requested seconds',
  },
  {
    rule: '4.6.2',
    file: 'src/task/items.ts',
    find: "return (BigInt(frames) * BigInt(prices.upscale['2k']) + 23n) / 24n",
    replace: "return (BigInt(frames) * BigInt(prices.upscale['2k'])) / 24n",
    tests: ['test/unit/money.test.ts'],
    why: 'the quote is rounded down',
  },
  {
    rule: '4.7.a',
    file: 'src/upscale/create.ts',
    find: 'amount_micro: z.int().min(0) })',
    replace: 'amount_micro: z.coerce.number<string>().int().min(0) })',
    tests: REFUSED,
    why: 'an amount is accepted as text',
  },
  {
    rule: '4.7.1',
    file: 'src/upscale/create.ts',
    find: '|| source.accountId !== account.id ||',
    replace: '||',
    tests: REFUSED,
    why: 'another account’s video is upscaled',
  },
  {
    rule: '4.7.1',
    file: 'src/upscale/create.ts',
    find: 'if (isLost || !isDownloadable(source)) throw sourceUnavailable()',
    replace: 'if (!isDownloadable(source)) throw sourceUnavailable()',
    tests: REFUSED,
    why: 'a video without bytes is upscaled',
  },
  {
    rule: '4.7.1',
    file: 'src/upscale/quote.ts',
    find: "source.status !== 'succeeded'",
    replace: "source.status === 'failed'",
    tests: REFUSED,
    why: 'an unfinished video is quoted',
  },
  {
    rule: '4.7.2',
    file: 'src/http/rest/routes/upscale.ts',
    find: 'if (!alreadyExists) return json(202, text, headers)',
    replace: 'if (!alreadyExists) return json(201, text, headers)',
    tests: CREATED,
    why: 'an upscale does not get 202',
  },
  {
    rule: '4.7.3',
    file: 'src/upscale/create.ts',
    find: 'if (rows[0]) return { task: taskFromRow(rows[0]), alreadyExists: true }',
    replace: '',
    tests: EXISTS,
    why: 'a second call upscales and charges again',
  },
  {
    rule: '4.7.3',
    file: 'src/upscale/create.ts',
    find: '(completed_at is null or (status',
    replace: '((status',
    tests: EXISTS,
    why: 'a running upscale is not found',
  },
  {
    rule: '4.7.3',
    file: 'src/http/rest/routes/upscale.ts',
    find: ',"already_exists":true}',
    replace: '}',
    tests: EXISTS,
    why: 'an existing upscale is not marked as existing',
  },
  {
    rule: '4.7.4',
    file: 'src/upscale/create.ts',
    find: 'if (quote.amountMicro !== amountMicro) throw',
    replace: 'if (quote.amountMicro > amountMicro) throw',
    tests: REFUSED,
    why: 'an amount above the price is accepted',
  },
  {
    rule: '4.7.4',
    file: 'src/upscale/create.ts',
    find: 'if (quote.amountMicro !== amountMicro) throw',
    replace: 'if (quote.amountMicro < amountMicro) throw',
    tests: REFUSED,
    why: 'a price that has risen since the quote is charged silently',
  },
  {
    rule: '4.7.5',
    file: 'src/upscale/create.ts',
    find: 'frozenMicro: quote.amountMicro,',
    replace: 'frozenMicro: quote.amountMicro + source.frozenMicro,',
    tests: CREATED,
    why: 'the price of the original is frozen again',
  },
  {
    rule: '4.7.6',
    file: 'src/upscale/quote.ts',
    find: ": source.resolution !== '768p'",
    replace: ": source.resolution === '4k'",
    tests: REFUSED,
    why: 'a 2k video is upscaled',
  },
]

const OPTIMIZED = ['test/rest/prompt/200-optimized.test.ts']
const REFUSALS = ['test/rest/prompt/refusals.test.ts']
const FAILURE = ['test/rest/prompt/502-failure.test.ts']

/** 4.12: prompt optimisation. */
export const PROMPT: readonly Fault[] = [
  {
    rule: '4.12.a',
    file: 'src/prompt/optimize.ts',
    find: 'PromptBody = z.strictObject({',
    replace: 'PromptBody = z.looseObject({',
    tests: REFUSALS,
    why: 'a misspelled parameter is ignored',
  },
  {
    rule: '4.12.b',
    file: 'src/prompt/rules.ts',
    find: 'if (codePoints(longer) <= PROMPT_MAX) text = longer',
    replace: 'text = longer',
    tests: ['test/prompt/rules.test.ts'],
    why: 'an optimised prompt is longer than a create accepts',
  },
  {
    rule: '4.12.c',
    file: 'src/prompt/fee.ts',
    find: 'const feeMicro = BigInt(prices.promptOpt)',
    replace: 'const feeMicro = 50_000n + BigInt(prices.promptOpt) * 0n',
    tests: OPTIMIZED,
    why: 'a call costs the first price, whatever the current one',
  },
  {
    rule: '4.12.c',
    file: 'src/prompt/optimize.ts',
    find: 'return optimised.trim() === prompt.trim()',
    replace: 'return optimised === prompt && false',
    tests: ['test/rest/prompt/200-unchanged.test.ts'],
    why: 'an unchanged prompt is charged',
  },
  {
    rule: '4.12.1',
    file: 'src/prompt/fee.ts',
    find: 'if (!freeze) throw insufficient(feeMicro, availableMicro(account))',
    replace: 'if (!freeze) return { held }',
    tests: REFUSALS,
    why: 'a prompt is optimised without enough credit',
  },
  {
    rule: '4.12.2',
    file: 'src/prompt/optimize.ts',
    find: 'await giveBack(needs, held)\n    throw error',
    replace: 'throw error',
    tests: FAILURE,
    why: 'the fee of a failed call stays frozen',
  },
  {
    rule: '4.12.2',
    file: 'src/prompt/optimize.ts',
    find: "'the prompt optimiser failed')\n    throw unavailable()",
    replace: "'the prompt optimiser failed')\n    throw error",
    tests: FAILURE,
    why: 'a failing optimiser is an internal error',
  },
  {
    rule: '4.12.3',
    file: 'src/prompt/fee.ts',
    find: "r.kind in ('settle', 'release', 'prompt_optimize')",
    replace: "r.kind in ('settle', 'prompt_optimize')",
    tests: ['test/prompt/late.test.ts'],
    why: 'a released fee can be charged',
  },
]
