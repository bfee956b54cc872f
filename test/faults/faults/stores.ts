import type { Fault } from '../fault.ts'

const CREATED = ['test/rest/api-keys/201-created.test.ts']
const LEDGER = ['test/rest/credits/200-ledger.test.ts']
const RULES = ['test/flow/material-rules.test.ts']

/** 2.3: files. */
export const FILE_FIELDS: readonly Fault[] = [
  {
    rule: '2.3.2',
    file: 'src/file/expire.ts',
    find: 'pins = 0 and expires_at <= $1 ',
    replace: "pins = 0 and expires_at <= $1::timestamptz - interval '1 second' ",
    tests: ['test/file/expire.test.ts'],
    why: 'bytes outlive their 24 hours',
  },
  {
    rule: '2.3.3',
    file: 'src/task/material.ts',
    find: 'if (file.expiresAt <= now) return',
    replace: 'if (file.expiresAt < file.createdAt) return',
    tests: RULES,
    why: 'a create accepts an expired file',
  },
  {
    rule: '2.3.4',
    file: 'src/media/edits.ts',
    find: 'return shown > 0 ? shown : (end - start) / track',
    replace: 'return (end - start) / track',
    tests: ['test/media/mp4.test.ts'],
    why: 'a trimmed clip has its length before the trim',
  },
  {
    rule: '2.3.5',
    file: 'src/media/display.ts',
    find: 'return across > straight',
    replace: 'return across < 0',
    tests: RULES,
    why: 'a video rotated by its matrix is measured unrotated',
  },
  {
    rule: '2.3.6',
    file: 'src/media/kinds.ts',
    find: "if (word(0) === 'fLaC') return AUDIO.flac",
    replace: "if (word(0) === 'fLaC') return VIDEO.mp4",
    tests: ['test/media/refused.test.ts'],
    why: 'audio is accepted as a video',
  },
]

/** 2.4: API keys. */
export const KEY_FIELDS: readonly Fault[] = [
  {
    rule: '2.4.1',
    file: 'src/key/secret.ts',
    find: '${secret.slice(0, 8)}…',
    replace: '${secret.slice(0, -4)}…',
    tests: ['test/rest/api-keys/200-listed.test.ts'],
    why: 'a list shows the whole key',
  },
  {
    rule: '2.4.2',
    file: 'src/key/create.ts',
    find: 'secret: null }),',
    replace: 'secret: newSecret() }),',
    tests: CREATED,
    why: 'a repeated create returns the key',
  },
  {
    rule: '2.4.3',
    file: 'src/key/secret.ts',
    find: "return hash('sha256', secret, 'buffer')",
    replace: 'return Buffer.from(secret)',
    tests: CREATED,
    why: 'the key itself is stored',
  },
  {
    rule: '2.4.3',
    file: 'src/key/create.ts',
    find: 'kept: { id: made.record.id } }',
    replace: 'kept: { id: made.record.id, ...{ secret: made.secret } } }',
    tests: CREATED,
    why: 'the key itself is stored with its Idempotency-Key',
  },
]

/** 2.5: the balance. */
export const CREDIT_FIELDS: readonly Fault[] = [
  {
    rule: '2.5.1',
    file: 'src/http/rest/routes/credits.ts',
    find: 'balance_micro: microJson(balanceMicro),',
    replace: 'balance_micro: microJson(balanceMicro - frozenMicro),',
    tests: LEDGER,
    why: 'the balance is not the sum of the ledger while credit is frozen',
  },
  {
    rule: '2.5.1',
    file: 'src/credit/audit.ts',
    find: "['balance_micro and the sum of amounts', row.balance_micro, row.amounts],",
    replace: '',
    tests: ['test/credit/audit.test.ts'],
    why: 'a damaged balance is not found',
  },
  {
    rule: '2.5.2',
    file: 'src/credit/read.ts',
    find: '{ balanceMicro: audited, at }',
    replace: '{ balanceMicro: first.balance_micro, at }',
    tests: LEDGER,
    why: 'the snapshot is not the verified balance',
  },
  {
    rule: '2.5.3',
    file: 'src/credit/freeze.ts',
    find: "kind: 'prompt_optimize',",
    replace: "kind: 'settle',",
    tests: ['test/rest/prompt/200-optimized.test.ts'],
    why: 'an optimisation is in the ledger as a video',
  },
]
