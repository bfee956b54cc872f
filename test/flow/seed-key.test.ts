import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../../prisma/seed.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'

const gateway = await startTestGateway()

test('a seeded key without a checksum works at every gateway, also without SEED_API_KEY', async () => {
  assert.equal(await seed(gateway.databaseUrl, 'vgk_development'), 'vgk_development')
  const { url } = await startSecondGateway(gateway)
  const get = (key: string) => fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal((await get('vgk_development')).status, 200)
  assert.equal((await get('vgk_developmenT')).status, 401)
  assert.equal((await get(gateway.key)).status, 200)
})
