import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { blocksOf } from './blocks.ts'
import { BLOCK_MS, startReader } from './reader.ts'

/** `npm start`, and the variables before it: the guide's gateway starts with them. */
const START = /^(?:[A-Z_]+=\S+ )*npm start$/

const guides = globSync('docs/guides/*.md').sort()

test('each audience has a guide', () => {
  const names = guides.map((path) => path.split('/').at(-1))
  assert.deepEqual(names, ['front-end.md', 'mcp.md', 'openai.md', 'rest.md', 'webhooks.md'])
})

for (const path of guides) {
  const blocks = blocksOf(path)
  const [first, ...others] = blocks.filter(({ kind, text }) => kind === 'sh' && START.test(text))
  assert.ok(first && others.length === 0, `${path} starts the service once`)
  const variables = first.text.split(' ').slice(0, -2)
  const environment = Object.fromEntries(variables.map((each) => each.split('=')))
  const reader = await startReader({ environment })
  const done = blocks.filter((block) => block !== first)
  for (const [index, block] of done.entries()) {
    test(block.name, { timeout: BLOCK_MS }, () => reader.run(block, done[index + 1]))
  }
}
