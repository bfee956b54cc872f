import type { Fault } from '../fault.ts'

const DELIVERED = ['test/webhook/delivered.test.ts']

/** 6: webhooks. */
export const WEBHOOKS: readonly Fault[] = [
  {
    rule: '6.1',
    file: 'src/push/deliveries.ts',
    find: 'where t.webhook_url is not null`',
    replace: "where t.webhook_url is not null and t.status <> 'rejected'`",
    tests: DELIVERED,
    why: 'a rejected task sends no webhook',
  },
  {
    rule: '6.1',
    file: 'src/webhook/deliveries.ts',
    find: 'return `video.${status}`',
    replace: "return 'video.ended'",
    tests: DELIVERED,
    why: 'an event does not contain its task’s end',
  },
  {
    rule: '6.2',
    file: 'src/upscale/create.ts',
    find: 'webhookUrl: null,',
    replace: 'webhookUrl: source.webhookUrl,',
    tests: DELIVERED,
    why: 'an upscale sends webhooks to its source’s address',
  },
]

const BAD = ['test/rest/post-videos/400-bad-input.test.ts']
const RULES = ['test/flow/material-rules.test.ts']
const EVERY = ['test/rest/server/every-answer.test.ts']

/** 7: errors. */
export const ERRORS: readonly Fault[] = [
  {
    rule: '7.1',
    file: 'src/http/rest/respond.ts',
    find: 'const object = { type: errorType(error.status), code, message, param,',
    replace: 'const object = { type: errorType(error.status), code, message, ...(param && { param }),',
    tests: BAD,
    why: 'an error without a parameter lacks param',
  },
  {
    rule: '7.2',
    file: 'src/errors.ts',
    find: "(TYPES[status] ?? 'invalid_request_error')",
    replace: "(TYPES[status] ?? 'request_error')",
    tests: BAD,
    why: 'an error has an unknown type',
  },
  {
    rule: '7.3',
    file: 'src/task/material.ts',
    find: "return referenceParam === 'reference' ? 'reference' : `references[${index}]`",
    replace: "return referenceParam === 'reference' ? 'reference' : `references[${index + 1}]`",
    tests: RULES,
    why: 'an error names the item after the wrong one',
  },
  {
    rule: '7.4',
    file: 'src/http/request-id.ts',
    find: "return String(response.getHeader(HEADER) ?? '')",
    replace: "return newId('req')",
    tests: EVERY,
    why: 'an error’s request id is not that of its answer',
  },
  {
    rule: '7.4',
    file: 'src/errors.ts',
    find: "return new DomainError('internal_error', 'Something went wrong on our side. Quote the request id when reporting it.')",
    replace: "return new DomainError('internal_error', String(thrown))",
    tests: ['test/rest/server/500-masked.test.ts'],
    why: 'an internal error is shown to the caller',
  },
  {
    rule: '7.5',
    file: 'src/task/conflicts.ts',
    find: "return new DomainError('reference_not_supplied', message, { param: 'prompt' })",
    replace: "return new DomainError('reference_not_supplied', message, { param: 'prompt', status: 422 })",
    tests: BAD,
    why: 'missing material does not get 400',
  },
  {
    rule: '7.6',
    file: 'src/credit/freeze.ts',
    find: 'if (availableMicro(account) < amountMicro) return null',
    replace: 'if (account.balanceMicro < amountMicro) return null',
    tests: ['test/rest/prompt/refusals.test.ts'],
    why: 'frozen credit can be spent again',
  },
  {
    rule: '7.7',
    file: 'src/errors.ts',
    find: 'upscale_price_changed: 409,',
    replace: 'upscale_price_changed: 400,',
    tests: ['test/rest/upscale/refused.test.ts'],
    why: 'a changed price does not get 409',
  },
  {
    rule: '7.8',
    file: 'src/http/rest/respond.ts',
    find: "if (error.retryAfter !== null) headers['Retry-After'] = String(error.retryAfter)",
    replace: '',
    tests: ['test/spec/conventions.test.ts'],
    why: '429 comes without Retry-After',
  },
  {
    rule: '7.9',
    file: 'src/errors.ts',
    find: 'prompt_optimizer_unavailable: 502,',
    replace: 'prompt_optimizer_unavailable: 500,',
    tests: ['test/rest/prompt/502-failure.test.ts'],
    why: 'a failing optimiser does not get 502',
  },
  {
    rule: '7.10',
    file: 'src/task/material.ts',
    find: 'new DomainError(code, message, { status: 400, param })',
    replace: 'new DomainError(code, message, { param })',
    tests: RULES,
    why: 'a create with an unknown file gets 404',
  },
]

const CREATE = ['test/spec/create.test.ts']
const PARITY = ['test/flow/parity.test.ts']

/** 8: limits. */
export const LIMITS: readonly Fault[] = [
  {
    rule: '8.1',
    file: 'src/limits.ts',
    find: 'export const PROMPT_MAX = 7000',
    replace: 'export const PROMPT_MAX = 7001',
    tests: PARITY,
    why: 'a prompt of 7001 characters is accepted',
  },
  {
    rule: '8.2',
    file: 'src/task/request.ts',
    find: '.max(limits.DURATION_MAX_S)',
    replace: '.lt(limits.DURATION_MAX_S)',
    tests: CREATE,
    why: '15 seconds are refused',
  },
  {
    rule: '8.4',
    file: 'src/limits.ts',
    find: 'REFERENCE_CAPS = { image: 9,',
    replace: 'REFERENCE_CAPS = { image: 10,',
    tests: RULES,
    why: 'ten images are accepted',
  },
  {
    rule: '8.5',
    file: 'src/limits.ts',
    find: 'export const MATERIAL_TOLERANCE_MS = 100',
    replace: 'export const MATERIAL_TOLERANCE_MS = 1000',
    tests: RULES,
    why: 'a video of 15.2 seconds is accepted',
  },
  {
    rule: '8.8',
    file: 'src/task/admit.ts',
    find: 'if (account.activeTasks >= account.concurrencyLimit) return',
    replace: 'if (account.activeTasks > account.concurrencyLimit) return',
    tests: ['test/rest/post-videos/429-cap.test.ts'],
    why: 'an account may have one task more than its limit',
  },
  {
    rule: '8.8',
    file: 'src/task/admit.ts',
    find: 'account.activeTasks += 1',
    replace: 'account.activeTasks += Number(!task.nIndex)',
    tests: ['test/rest/post-videos/429-cap.test.ts'],
    why: 'n tasks count as one',
  },
]
