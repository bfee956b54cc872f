import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInputObjectType } from 'graphql'
import { schema } from '../../../schema/index.ts'
import { claimOf, endedTask } from '../cancel/work.ts'
import { create, enableEarlier, rowOf, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
await enableEarlier(gateway, gateway.accountId, '2026-06-01')

async function run(query: string) {
  const { body } = await gateway.call('POST', '/graphql', { query })
  assert.equal(body.errors, undefined)
  return body.data
}

test('GraphQL creates in the current form, whatever the account’s default for REST', async () => {
  assert.equal((await rowOf(gateway, await create(gateway)))['api_version'], '2026-06-01')
  const { taskCreate } = await run(
    `mutation { taskCreate(input: {prompt: "x", resolution: R2K, useContextIr: true}) { tasks { id } userErrors { code } } }`,
  )
  assert.deepEqual(taskCreate.userErrors, [])
  const [{ id }] = taskCreate.tasks
  const row = await rowOf(gateway, id)
  assert.deepEqual([row['api_version'], row['use_context_ir'], row['resolution']], ['2026-11-01', true, '2k'])
  const { taskQuote } = await run(`{ taskQuote(input: {prompt: "x", resolution: R4K}) { valid errors { code } } }`)
  assert.deepEqual(taskQuote, { valid: true, errors: [] })
  await claimOf(gateway, id, 'encode')
  const { taskCancel } = await run(
    `mutation { taskCancel(input: {id: "${id}"}) { task { status } userErrors { code } } }`,
  )
  assert.deepEqual(taskCancel, { task: { status: 'CANCELLED' }, userErrors: [] })
})

test('the schema describes the form of creates and REST’s deprecations', () => {
  const [mutations, queries] = [schema.getMutationType()?.getFields() ?? {}, schema.getQueryType()?.getFields() ?? {}]
  const made = Object.values(mutations).filter(({ type }) => /^Task(Create|Upscale)Payload$/.test(String(type)))
  assert.equal(made.length, 2)
  for (const { description } of made)
    assert.match(description ?? '', /current version .*2026-06-01.*is billed for completed work/)
  assert.match(queries['taskQuote']?.description ?? '', /current version/)
  const input = schema.getType('TaskCreateInput')
  assert.ok(isInputObjectType(input))
  assert.match(input.getFields()['acceleration']?.deprecationReason ?? '', /serviceTier/)
  assert.match(mutations['promptOptimize']?.deprecationReason ?? '', /useContextIr/)
})

test('GraphQL upscales a task of the earlier form as one of the current form', async () => {
  const id = await endedTask(earlier, 'succeeded')
  const { taskUpscale } = await run(
    `mutation { taskUpscale(input: {taskId: "${id}", amountMicro: "1550000"}) { task { id } userErrors { code } } }`,
  )
  assert.deepEqual(taskUpscale.userErrors, [])
  assert.equal((await rowOf(gateway, taskUpscale.task.id))['api_version'], '2026-11-01')
})

test('GraphQL shows a task of the earlier form in current words, with its own form’s cost', async () => {
  const [rejected, running] = [await endedTask(earlier, 'rejected'), await create(earlier)]
  const { ended, open } = await run(`{
    ended: task(id: "${rejected}") { status usage { amountMicro items { kind } } }
    open: task(id: "${running}") { status cost { frozenMicro earnedMicro } }
  }`)
  assert.deepEqual(ended, { status: 'REJECTED', usage: { amountMicro: '0', items: [] } })
  assert.deepEqual(open, { status: 'QUEUED', cost: { frozenMicro: '2520000', earnedMicro: '0' } })
})
