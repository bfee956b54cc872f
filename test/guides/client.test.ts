import { test } from 'node:test'
import { blocksOf } from './blocks.ts'
import { BLOCK_MS, startReader } from './reader.ts'

/** The README of `@vidgate/client`. test/browser/client.test.ts runs the part on React, test/clients/vidgate the webhook. */
const PARTS = ['Create, watch, download', 'In a page', 'Errors', 'Material, prices, lists']

const reader = await startReader({ environment: {} })
const blocks = blocksOf('packages/client/README.md', PARTS)
for (const [index, block] of blocks.entries()) {
  test(block.name, { timeout: BLOCK_MS }, () => reader.run(block, blocks[index + 1]))
}
