import assert from 'node:assert/strict'
import { test } from 'node:test'
import { types } from 'node:util'
import { type GraphQLResolveInfo, isObjectType } from 'graphql'
import { schema } from '../../schema/index.ts'
import { taskFromRow } from '../../src/task/task.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { rooms } = gateway
const { id } = await finishedTask(gateway)
const { rows } = await rooms.resources.pool.query('select * from task where id = $1', [id])
const ended = taskFromRow(rows[0])

test('all fields of a finished task resolve synchronously', () => {
  const type = schema.getType('Task')
  assert.ok(isObjectType(type))
  const fields = Object.values(type.getFields())
  assert.ok(fields.length > 30)
  for (const { name, resolve } of fields) {
    const value = resolve?.(ended, {}, { rooms }, {} as GraphQLResolveInfo)
    assert.ok(!types.isPromise(value), name)
  }
})
