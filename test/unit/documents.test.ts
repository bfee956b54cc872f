import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DocumentNode, parse } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { keepDocuments } from '../../src/http/graphql/documents.ts'

type Hook<Name extends 'onParse' | 'onValidate'> = Parameters<NonNullable<Plugin[Name]>>[0]

/** Sends documents through the plugin's two steps, and returns which of the steps ran. */
function sender() {
  const { onParse, onValidate } = keepDocuments()
  return async (source: string): Promise<string> => {
    const ran: string[] = []
    let document: DocumentNode | undefined
    const parsed = await onParse?.({
      params: { source },
      setParsedDocument: (known) => (document = known),
    } as Hook<'onParse'>)
    if (!document) {
      ran.push('parse')
      document = parse(source)
      parsed?.({ result: document } as never)
    }
    let errors: readonly unknown[] | undefined
    const setResult = (known: readonly Error[]) => (errors = known)
    const validated = await onValidate?.({
      params: { documentAST: document },
      setResult,
    } as unknown as Hook<'onValidate'>)
    if (!errors) {
      ran.push('validate')
      if (typeof validated === 'function') validated({ valid: true, result: [] } as never)
    }
    return ran.join()
  }
}

test('a repeated document is parsed and validated once', async () => {
  const send = sender()
  for (const ran of ['parse,validate', 'parse,validate', '', '']) assert.equal(await send('{ pricing { id } }'), ran)
  assert.equal(await send('{ pricing { id } } '), 'parse,validate')
})

test('single documents do not evict repeated ones, and the least recently used one is evicted', async () => {
  const send = sender()
  const text = (name: string) => `{ ${name.padEnd(10_000, '_')} }`
  const [first = '', ...more] = Array.from({ length: 30 }, (_, index) => text(`f${index}`))
  for (const each of [first, first, ...Array.from({ length: 100 }, (_, index) => text(`once${index}`))])
    await send(each)
  assert.equal(await send(first), '')
  for (const each of more) {
    await send(each)
    await send(each)
  }
  assert.equal(await send(more.at(-1) ?? ''), '')
  assert.equal(await send(first), 'parse,validate')
})

test('a very long document is parsed each time', async () => {
  const send = sender()
  const long = `{ ${'a '.repeat(10_000)}}`
  for (let time = 0; time < 3; time++) assert.equal(await send(long), 'parse,validate')
})
