import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { ask, createdId, send } from './client.ts'
import { CreditsDocument } from './generated/graphql.ts'

const BIG = 2n ** 53n + 1n
const gateway = await startTestGateway({ creditMicro: BIG })

test('amounts beyond 2^53 are exact and agree with the ledger', async () => {
  const id = await createdId(gateway)
  const { credits } = await ask(gateway, CreditsDocument, { first: 100 })
  assert.equal(credits.balanceMicro, BIG.toString())
  assert.equal(credits.frozenMicro, '2520000')
  assert.equal(credits.availableMicro, (BIG - 2_520_000n).toString())
  assert.equal(credits.balance, '¥9007199254.740993')
  assert.equal(credits.currency, 'CNY')
  assert.deepEqual(
    credits.entries.nodes.map(({ kind, amountMicro, frozenDeltaMicro, taskId }) => [
      kind,
      amountMicro,
      frozenDeltaMicro,
      taskId,
    ]),
    [
      ['FREEZE', '0', '2520000', id],
      ['TOPUP', BIG.toString(), '0', null],
    ],
  )
})

test('entries are filtered and paged', async () => {
  const first = await ask(gateway, CreditsDocument, { first: 1 })
  assert.equal(first.credits.entries.pageInfo.hasNextPage, true)
  const second = await ask(gateway, CreditsDocument, {
    first: 1,
    after: first.credits.entries.pageInfo.endCursor ?? null,
  })
  assert.deepEqual(
    second.credits.entries.nodes.map(({ kind }) => kind),
    ['TOPUP'],
  )
  assert.equal(second.credits.entries.pageInfo.hasNextPage, false)
  const topups = await ask(gateway, CreditsDocument, { kind: 'TOPUP' })
  assert.equal(topups.credits.entries.nodes.length, 1)
})

test('the snapshot shows the last verification of the ledger', async () => {
  const query = '{ credits { snapshot { balanceMicro at } } }'
  assert.deepEqual((await send(gateway, query)).data, { credits: { snapshot: null } })
  await gateway.rooms.resources.pool.query(
    `update account set audited_balance_micro = $2, audited_at = '2026-11-27T21:57:00.123Z' where id = $1`,
    [gateway.accountId, BIG],
  )
  const snapshot = { balanceMicro: BIG.toString(), at: '2026-11-27T21:57:00.123Z' }
  assert.deepEqual((await send(gateway, query)).data, { credits: { snapshot } })
})

test('credits need their scope', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:read'] })
  const { errors } = await send(gateway, CreditsDocument, {}, { authorization: `Bearer ${key}` })
  assert.equal(errors?.[0]?.extensions.code, 'insufficient_scope')
})

test('prices and the account are readable', async () => {
  const query = `{ account { id name defaults { useContextIr } limits { concurrency } }
    pricing { currency video { resolution perSecondMicro } tiers { tier factor } upscale { resolution perSecondMicro }
      encoderMicro contextIrMicro promptOptMicro material { videoPerSecondMicro audioPerSecondMicro imageBeyondFiveMicro } } }`
  const { data } = await send<unknown, unknown>(gateway, query)
  assert.deepEqual(data, {
    account: { id: gateway.accountId, name: 'test', defaults: { useContextIr: false }, limits: { concurrency: 10 } },
    pricing: {
      currency: 'CNY',
      video: [{ resolution: 'R768P', perSecondMicro: '500000' }],
      tiers: [
        { tier: 'DRAFT', factor: 1 },
        { tier: 'STANDARD', factor: 1 },
        { tier: 'PRO', factor: 1.5 },
        { tier: 'DEDICATED', factor: 2 },
      ],
      upscale: [
        { resolution: 'R2K', perSecondMicro: '300000' },
        { resolution: 'R4K', perSecondMicro: '900000' },
      ],
      encoderMicro: '20000',
      contextIrMicro: '100000',
      promptOptMicro: '50000',
      material: { videoPerSecondMicro: '20000', audioPerSecondMicro: '5000', imageBeyondFiveMicro: '200000' },
    },
  })
})
