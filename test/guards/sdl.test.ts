import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path/posix'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { schema } from '../../schema/index.ts'
import { COMMITTED, printedSchema } from '../../schema/print.ts'

for (const [file, each] of COMMITTED) {
  const path = relative('.', fileURLToPath(file))
  test(`${path} matches the code (node schema/print.ts)`, async () => {
    assert.equal(await readFile(file, 'utf8'), printedSchema(each))
  })
}

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

/** Everything in a type that can have a description, by its path. */
function* described(type: GraphQLNamedType): Generator<[path: string, description: string]> {
  yield [type.name, type.description ?? '']
  if (isEnumType(type)) {
    for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description ?? '']
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    yield [`${type.name}.${field.name}`, field.description ?? '']
    for (const arg of 'args' in field ? field.args : []) {
      yield [`${type.name}.${field.name}(${arg.name})`, arg.description ?? '']
    }
  }
}

test('every type, field, argument and value has a description', () => {
  const bare = types.flatMap((type) => [...described(type)]).filter(([, description]) => description === '')
  assert.deepEqual(bare, [])
})

test('no internal word appears in the schema', () => {
  const internal = /\b(stages?|workers?|jobs?|attempts?|pools?|hedg\w+|leases?|engines?|pg-?boss)\b/i
  const named = types
    .flatMap((type) => [...described(type)])
    .filter((entry) => entry.some((text) => internal.test(text)))
  assert.deepEqual(named, [])
})
