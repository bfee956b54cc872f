import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { prepareDatabase } from '../../prisma/prepare.ts'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { createTestDatabase } from '../support/database.ts'
import { admin, adminProcess } from './command.ts'

const empty = await mkdtemp(join(tmpdir(), 'vidgate-admin-'))
after(() => rm(empty, { recursive: true, force: true }))

test('the command without arguments lists all commands', async () => {
  for (const words of [[], ['--help'], ['help']]) {
    const { code, output } = await admin({}, ...words)
    assert.equal(code, 0)
    for (const command of ['account create NAME', 'account topup ID YUAN', 'price set FILE.json', 'audit']) {
      assert.ok(output.includes(`  ${command}`), command)
    }
  }
  const one = await adminProcess({}, 'account', 'limits', '--help')
  assert.deepEqual(
    [one.code, one.output.split('\n')[0]],
    [
      0,
      'npm run admin -- account limits ID [--concurrency N] [--creates N] [--calls N] [--factor N] [--keys N] [--uploads MB]',
    ],
  )
})

test('an unknown command is refused before a database is opened', async () => {
  const wrong = [
    [['account', 'destroy'], /There is no command “account destroy”/],
    [['account', 'show'], /Usage: npm run admin -- account show ID/],
    [['account', 'list', 'x'], /Usage/],
    [['account', 'list', '--all'], /--all/],
    [['audit', '--quick'], /--quick/],
  ] as const
  const results = await Promise.all(wrong.map(([words]) => admin({ DATA_DIR: empty }, ...words)))
  for (const [index, { code, errors, output }] of results.entries()) {
    assert.deepEqual([code, output], [1, ''])
    assert.match(errors, wrong[index]?.[1] ?? /^$/)
    assert.doesNotMatch(errors, /\n\s+at /)
  }
})

test('a missing or unmigrated database is reported in one sentence', async () => {
  const none = await adminProcess({ DATA_DIR: empty }, 'account', 'list')
  assert.deepEqual(
    [none.code, none.errors],
    [1, `There is no database in ${empty} (DATA_DIR). Run \`npm start\` once, or set DATABASE_URL.\n`],
  )
  const away = await admin({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }, 'account', 'list')
  assert.deepEqual([away.code, away.errors], [1, 'There is no Postgres at 127.0.0.1:1; check DATABASE_URL.\n'])
  const { url } = await createTestDatabase({ empty: true })
  const bare = await admin({ DATABASE_URL: url }, 'account', 'list')
  assert.deepEqual([bare.code, bare.errors], [1, 'The database is not prepared; run `npm run migrate` first.\n'])
})

test('the embedded database is used whether or not it is running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-admin-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  await prepareDatabase(postgres.url, null)
  const running = await admin({ DATA_DIR: dataDir }, 'account', 'list')
  assert.match(running.output, /¥1000\.00 .* First account/)
  await postgres.stop()
  const stopped = await admin({ DATA_DIR: dataDir }, 'audit')
  assert.match(stopped.output, /1 accounts, balance ¥1000\.00, frozen ¥0\.00: no mismatch\.\n$/)
  assert.deepEqual([stopped.code, stopped.errors], [0, ''])
})
