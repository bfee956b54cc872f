import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proveAccount } from '../../src/credit/audit.ts'
import { topUp } from '../../src/credit/topup.ts'
import { createLog } from '../../src/lib/log.ts'
import { transaction } from '../../src/lib/sql.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openPool } from '../../src/resources.ts'
import { createTestDatabase } from '../support/database.ts'

const { url } = await createTestDatabase()
const pool = openPool(url, 2, createLog('silent', 'test'))
after(() => pool.end())

test('a connection that breaks during a transaction ends the transaction, not the process', async () => {
  const { accountId } = await createAccount(pool, { name: 'x', creditMicro: 1n })
  const broken = transaction(pool, async (tx) => {
    await topUp(tx, accountId, 5n, 'x')
    const { rows } = await tx.executeSql('select pg_backend_pid() as pid')
    const [{ pid }] = rows as [{ pid: number }]
    // Between two statements: the error belongs to none of them.
    await pool.query('select pg_terminate_backend($1)', [pid])
    while ((await pool.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount !== 0);
    await topUp(tx, accountId, 5n, 'x')
  })
  await assert.rejects(broken)
  const entry = await transaction(pool, (tx) => topUp(tx, accountId, 2n, 'x'))
  assert.equal(entry?.balanceAfterMicro, 3n)
  assert.deepEqual((await proveAccount(pool, accountId))?.mismatches, [])
})
