import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { HIDING } from '../support/names.ts'
import { atMost } from '../support/rounds.ts'
import { admin } from './command.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const run = (...words: string[]) => admin({ DATABASE_URL: gateway.databaseUrl }, ...words)

async function sumsOf(accountId: string) {
  const { rows } = await pool.query('select balance_micro, frozen_micro, entry_count from account where id = $1', [
    accountId,
  ])
  return [rows[0].balance_micro, rows[0].frozen_micro, rows[0].entry_count]
}

async function entriesOf(accountId: string) {
  const { rows } = await pool.query(
    'select kind, amount_micro, description from ledger_entry where account_id = $1 order by number',
    [accountId],
  )
  return rows.map(({ kind, amount_micro, description }) => [kind, amount_micro, description])
}

const asKey = (key: string) => ({ authorization: `Bearer ${key}` })

test('a new account’s key has every scope and is shown once', async () => {
  const { code, output } = await run('account', 'create', 'Studio 星', '--credit', '50000')
  assert.equal(code, 0)
  const id = /acc_\S+/.exec(output)?.[0] ?? ''
  const key = /vgk_\S+/.exec(output)?.[0] ?? ''
  assert.deepEqual(await sumsOf(id), [50_000_000_000n, 0n, 1n])
  assert.deepEqual(await entriesOf(id), [['topup', 50_000_000_000n, 'First credit']])
  const { body } = await gateway.call('GET', '/v1/credits', undefined, asKey(key))
  assert.equal(body.balance_micro, 50_000_000_000)
  const { rows } = await pool.query('select scopes from api_key where account_id = $1', [id])
  assert.deepEqual(rows, [{ scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read', 'keys:admin'] }])
  const again = await run('account', 'create', 'Other', '--key', key)
  assert.deepEqual([again.code, again.errors], [1, 'This key already belongs to an account.\n'])
  const list = await run('account', 'list')
  assert.match(list.output, new RegExp(`${id}\\s+active\\s+¥50000.00\\s+¥0.00\\s+¥50000.00\\s+0\\s+Studio 星\n`))
  assert.ok(!list.output.includes(key))
  const shown = await run('account', 'show', id)
  assert.ok(shown.output.includes('First credit') && !shown.output.includes(key))
})

test('no account is created for an invalid key or a name with hidden characters', async () => {
  const before = await pool.query('select count(*) from account')
  const { code, errors } = await run('account', 'create', 'x', '--key', 'vgk_tooshort')
  assert.equal(code, 1)
  assert.match(errors, /^--key must be /)
  for (const [name] of HIDING) {
    assert.match(
      (await run('account', 'create', `x${name}y`)).errors,
      /^An account’s name must have 1 to 200 characters, without/,
    )
  }
  const negative = await run('account', 'create', 'x', '--credit', '-1')
  assert.deepEqual([negative.code, negative.errors], [1, '--credit must be above zero.\n'])
  assert.deepEqual((await pool.query('select count(*) from account')).rows, before.rows)
})

test('yuan are converted to µ¥ exactly', async () => {
  const { accountId } = await gateway.newAccount({ creditMicro: 0n })
  const topup = await run('account', 'topup', accountId, '9007199254.740993', '--note', 'Invoice 17')
  assert.equal(topup.code, 0)
  assert.match(topup.output, /¥9007199254\.740993 added/)
  await run('account', 'topup', accountId, '0.000001')
  assert.deepEqual(await entriesOf(accountId), [
    ['topup', 9_007_199_254_740_993n, 'Invoice 17'],
    ['topup', 1n, 'Top-up'],
  ])
  const wrong = ['1.2345678', '1e3', '1,5', '0', '-5', '¥5', '', ' 5', '1234567890123']
  for (const { code, errors } of await Promise.all(wrong.map((each) => run('account', 'topup', accountId, each)))) {
    assert.equal(code, 1)
    assert.match(errors, /^The amount must be /)
  }
  assert.deepEqual(await sumsOf(accountId), [9_007_199_254_740_994n, 0n, 2n])
})

test('an adjustment adds or removes credit, but never frozen credit', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 3_000_000n })
  await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  const refused = await run('account', 'adjust', accountId, '-0.480001', '--note', 'too much')
  const sentence = 'Only ¥0.48 is available (¥2.52 is frozen); ¥0.480001 cannot be deducted.\n'
  assert.deepEqual([refused.code, refused.errors], [1, sentence])
  assert.deepEqual(await sumsOf(accountId), [3_000_000n, 2_520_000n, 2n])
  const all = await run('account', 'adjust', accountId, '-0.48', '--note', 'correction')
  assert.deepEqual([all.code, all.errors], [0, ''])
  const up = await run('account', 'adjust', accountId, '+1', '--note', 'goodwill')
  assert.equal(up.code, 0)
  assert.deepEqual((await entriesOf(accountId)).slice(2), [
    ['adjustment', -480_000n, 'correction'],
    ['adjustment', 1_000_000n, 'goodwill'],
  ])
  for (const [words, why] of [
    [['-0', '--note', 'x'], /zero/],
    [['1', '--note', 'x'], /needs a sign/],
    [['+1'], /--note/],
  ] as const) {
    const { code, errors } = await run('account', 'adjust', accountId, ...words)
    assert.equal(code, 1)
    assert.match(errors, why)
  }
  assert.deepEqual(await sumsOf(accountId), [3_520_000n, 2_520_000n, 4n])
})

test('a disabled account’s calls are refused, but its task continues', async () => {
  const { accountId, key } = await gateway.newAccount()
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  await run('account', 'disable', accountId)
  // The command runs in a separate process: the gateway learns of its commit by notification.
  const refused = await until(() => gateway.call('GET', '/v1/credits', undefined, asKey(key)), 403)
  assert.equal(refused.body.error.code, 'account_disabled')
  const { rows } = await pool.query('select status from task where id = $1', [task.id])
  assert.equal(rows[0].status, 'queued')
  await run('account', 'enable', accountId)
  await until(() => gateway.call('GET', '/v1/credits', undefined, asKey(key)), 200)
})

async function until(call: () => ReturnType<typeof gateway.call>, status: number) {
  const deadline = Date.now() + atMost(5000)
  for (;;) {
    const answer = await call()
    if (answer.status === status) return answer
    if (Date.now() > deadline) assert.fail(`still ${answer.status}`)
  }
}

test('limits, the earlier form and console parameters are set separately', async () => {
  const { accountId } = await gateway.newAccount()
  await run('account', 'limits', accountId, '--concurrency', '3', '--creates', '50')
  const shown = await run(
    'account',
    'limits',
    accountId,
    '--calls',
    '900',
    '--factor',
    '3',
    '--keys',
    '7',
    '--uploads',
    '512',
  )
  assert.equal(
    shown.output,
    `${accountId}: 3 unfinished tasks at once; 50 creates and 900 other calls per minute and key, 3 times as many for all keys; ` +
      '7 keys; 512 MB of uploads.\n',
  )
  await run('account', 'earlier-form', accountId, 'on')
  await run('account', 'console', accountId, 'service_tier', '--visible', 'no', '--default', '"pro"')
  await run('account', 'console', accountId, 'seed', '--visible', 'yes')
  const read = async () => {
    const limits = 'concurrency_limit, creates_per_minute, calls_per_minute, rate_factor, key_limit, upload_limit_mb'
    const columns = `${limits}, earlier_form_enabled, api_version`
    const { rows } = await pool.query(`select ${columns}, console_parameters from account where id = $1`, [accountId])
    return rows[0]
  }
  const set = {
    concurrency_limit: 3,
    creates_per_minute: 50,
    calls_per_minute: 900,
    rate_factor: 3,
    key_limit: 7,
    upload_limit_mb: 512,
    earlier_form_enabled: true,
    api_version: '2026-11-01',
    console_parameters: { service_tier: { visible: false, default: 'pro' }, seed: { visible: true, default: null } },
  }
  assert.deepEqual(await read(), set)
  const wrong = [
    ['limits', accountId, '--concurrency', '0'],
    ['limits', accountId, '--creates', '1.5'],
    ['limits', accountId, '--factor', '0'],
    ['limits', accountId, '--uploads', '20GB'],
    ['limits', accountId],
    ['earlier-form', accountId, 'maybe'],
    ['console', accountId, 'prompt', '--visible', 'yes'],
    ['console', accountId, 'seed'],
    ['console', accountId, 'seed', '--visible', 'yes', '--default', '-1'],
    ['console', accountId, 'seed', '--visible', 'yes', '--default', '{'],
  ]
  for (const { code, errors } of await Promise.all(wrong.map((words) => run('account', ...words)))) {
    assert.equal(code, 1)
    assert.match(errors, /\.\n$/)
  }
  assert.deepEqual(await read(), set)
  await pool.query("update account set api_version = '2026-06-01' where id = $1", [accountId])
  await run('account', 'earlier-form', accountId, 'off')
  assert.deepEqual(await read(), { ...set, earlier_form_enabled: false })
})

test('every command reports a missing account in one sentence', async () => {
  const commands = [
    ['show', 'acc_none'],
    ['topup', 'acc_none', '1'],
    ['adjust', 'acc_none', '+1', '--note', 'x'],
    ['disable', 'acc_none'],
    ['enable', 'acc_none'],
    ['earlier-form', 'acc_none', 'on'],
    ['limits', 'acc_none', '--calls', '5'],
    ['console', 'acc_none', 'seed', '--visible', 'yes'],
  ]
  const before = await gateway.counts()
  const results = await Promise.all(commands.map((words) => run('account', ...words)))
  const sentence = 'There is no account acc_none; `npm run admin -- account list` shows them all.\n'
  for (const { code, errors, output } of results) assert.deepEqual([code, errors, output], [1, sentence, ''])
  assert.deepEqual(await gateway.counts(), before)
})
