import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '../graphql/client.ts'
import { LOOPBACK, startReceiver } from '../webhook/receiver.ts'
import { blocksOf } from './blocks.ts'
import { BLOCK_MS, startReader } from './reader.ts'

/** The parts of the README that callers copy from. */
const PARTS = ['Create, watch, download', 'GraphQL', 'REST', 'Material', 'In a browser, without the key', 'Webhooks']

const receiver = await startReceiver()

/** The README shows fragments, and describes their context in prose. */
const PROGRAMS: Readonly<Record<string, (fragment: string) => string>> = {
  'createClient(': (fragment) => `
    import { createClient } from 'graphql-ws'
    const [url, id] = ['ws://localhost:4000/graphql', 'vid_…']
    const connectionParams = { Authorization: 'Bearer vgk_…' }
    const query = 'subscription ($id: ID!, $afterSeq: Int) { taskUpdated(id: $id, afterSeq: $afterSeq) { seq } }'
    ${fragment}
    if (!(variables.afterSeq > 0)) throw new Error('nothing came')
    await client.dispose()`,
  'new EventSource(': (fragment) => `
    import { EventSource as Stock } from 'eventsource'
    const address = (path) => new URL(path, 'http://localhost:4000')
    class EventSource extends Stock { constructor(path) { super(address(path)) } }
    const [id, token, video] = ['vid_…', 'vgr_…', {}]
    ${fragment}
    while (events.readyState !== events.CLOSED) await new Promise((resolve) => events.addEventListener('error', resolve))
    const played = await fetch(address(video.src))
    if (played.status !== 200) throw new Error(await played.text())`,
  'new Webhook(': (fragment) => `
    import { Webhook } from 'standardwebhooks'
    const [secret, rawBody, headers] = ${JSON.stringify([secret, delivery?.text, delivery?.headers])}
    ${fragment}
    if (event.type !== 'video.succeeded') throw new Error(event.type)`,
}

function around(fragment: string): string {
  const [, program] = Object.entries(PROGRAMS).find(([word]) => fragment.includes(word)) ?? []
  assert.ok(program, `there is no context for:\n${fragment}`)
  return program(fragment)
}

const reader = await startReader({ environment: LOOPBACK, around, isPatient: true })
const { gateway, shell } = reader

// The text refers to a cursor and a delivery without creating them.
const body = { prompt: 'a lake', aspect_ratio: '1:1', webhook_url: receiver.url }
await gateway.call('POST', '/v1/videos', body)
for await (const result of listen(gateway, 'subscription { tasksUpdated { cursor } }', {})) {
  shell.add(JSON.stringify(result))
  break
}
const [delivery] = await receiver.got(1)
assert.ok(delivery)
const { secret } = (await gateway.call('GET', '/v1/webhooks/secret')).body

const blocks = blocksOf('README.md', PARTS)
for (const [index, block] of blocks.entries()) {
  test(block.name, { timeout: BLOCK_MS }, async () => {
    // No earlier answer contains the event itself.
    if (block.text.startsWith('{"id": "evt_…"')) shell.add(delivery.text)
    await reader.run(block, blocks[index + 1])
  })
}
