import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendStranded } from '../../src/stage/stranded.ts'
import { startTestGateway } from '../support/gateway.ts'
import { complete, create, createMany, jobsOf, ROOMY, take, waitLonger } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms

test('stages without jobs are enqueued again at their positions', async () => {
  const standard = await createMany(gateway, { n: 2 })
  const pro = await create(gateway, { service_tier: 'pro' })
  const ids = [pro, ...standard]
  await resources.pool.query('delete from pgboss.job')
  assert.equal(await take(gateway, 'encode'), null)
  assert.equal(await sendStranded(resources), 0, 'recent jobs may still arrive')
  await waitLonger(gateway, ids, 61)
  assert.equal(await sendStranded(resources), 3)
  assert.equal(await sendStranded(resources), 0)
  for (const id of ids) {
    const claim = await take(gateway, 'encode')
    assert.equal(claim?.taskId, id)
    assert.ok(claim && (await complete(gateway, claim)))
  }
})

test('stages that wait with a job, run or back off are left unchanged', async () => {
  const [running = '', waiting = ''] = await createMany(gateway, { n: 2 })
  await waitLonger(gateway, [waiting, running], 3600)
  assert.ok(await take(gateway, 'encode'))
  const before = [await jobsOf(gateway, waiting), await jobsOf(gateway, running)]
  assert.equal(await sendStranded(resources), 0)
  assert.deepEqual([await jobsOf(gateway, waiting), await jobsOf(gateway, running)], before)
})
