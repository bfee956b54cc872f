import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '../client.ts'
import { openWorld, read } from './world.ts'

/** Every edge leads to the object that its own list or lookup shows. */

const world = await openWorld()
const { gateway, files, framed, referring, group, source, upscale, delivery } = world
const [start, end, reference] = files

const rest = async (path: string) => (await gateway.call('GET', path)).body
const idsOf = ({ nodes }: { nodes: readonly { id: string }[] }) => nodes.map(({ id }) => id)
const task = async (id: string, fields: string) => (await read(gateway, `{ task(id: "${id}") { ${fields} } }`)).task

test('a task has the files of its frames and references, in order', async () => {
  const files = 'inputImageFile { id } endImageFile { id } referenceFiles { id sha256 }'
  const { sha256 } = await rest(`/v1/files/${reference}`)
  assert.deepEqual(await task(framed, files), {
    inputImageFile: { id: start },
    endImageFile: { id: end },
    referenceFiles: [],
  })
  assert.deepEqual(await task(referring, files), {
    inputImageFile: null,
    endImageFile: null,
    referenceFiles: [
      { id: reference, sha256 },
      { id: start, sha256 },
    ],
  })
})

test('a task of a create with n > 1 has its group, in the order of nIndex; another has none', async () => {
  const [first, second] = group.tasks
  assert.deepEqual(await task(second ?? '', 'group { groupId tasks { id nIndex } }'), {
    group: {
      groupId: group.id,
      tasks: [
        { id: first, nIndex: 0 },
        { id: second, nIndex: 1 },
      ],
    },
  })
  assert.deepEqual(await task(framed, 'group { groupId }'), { group: null })
})

test('an upscale has its source, and the source its upscales', async () => {
  assert.deepEqual(await task(upscale, 'source { id status } upscales { nodes { id } }'), {
    source: { id: source, status: 'SUCCEEDED' },
    upscales: { nodes: [] },
  })
  assert.deepEqual(await task(source, 'source { id } upscales { nodes { id resolution } }'), {
    source: null,
    upscales: { nodes: [{ id: upscale, resolution: 'R2K' }] },
  })
})

test('a task has its ledger entries and they have the task', async () => {
  const { ledgerEntries } = await task(framed, 'ledgerEntries { nodes { id kind task { id } } }')
  const { ledger } = await rest(`/v1/credits?task_id=${framed}`)
  assert.deepEqual(
    ledgerEntries.nodes,
    ledger.data.map(({ id }: { id: string }) => ({ id, kind: 'FREEZE', task: { id: framed } })),
  )
  const { credits } = await read(gateway, '{ credits { entries(kind: TOPUP) { nodes { task { id } } } } }')
  assert.deepEqual(credits.entries.nodes, [{ task: null }])
})

test('a task has its webhook deliveries and they have the task', async () => {
  assert.deepEqual(await task(source, 'webhookDeliveries { nodes { id type task { id } } }'), {
    webhookDeliveries: { nodes: [{ id: delivery, type: 'video.succeeded', task: { id: source } }] },
  })
  assert.deepEqual(await task(framed, 'webhookDeliveries { nodes { id } }'), { webhookDeliveries: { nodes: [] } })
})

test('a task has the key that created it, and the key its tasks', async () => {
  const { key } = await task(framed, 'key { id name tasks { nodes { id } } }')
  const { data: keys } = await rest('/v1/api-keys')
  assert.deepEqual([key.id, key.name], [keys[0].id, keys[0].name])
  assert.deepEqual(
    idsOf(key.tasks),
    (await rest('/v1/videos')).data.map(({ id }: { id: string }) => id),
  )
})

test('a file has the tasks that use it as a frame or a reference', async () => {
  const usedBy = async (id: string) => (await read(gateway, `{ file(id: "${id}") { usedBy { nodes { id } } } }`)).file
  assert.deepEqual(idsOf((await usedBy(start)).usedBy), [referring, framed])
  assert.deepEqual(idsOf((await usedBy(end)).usedBy), [framed])
  assert.deepEqual(idsOf((await usedBy(reference)).usedBy), [referring])
})

test('an account has the lists of the root, with their filters and counts', async () => {
  for (const [tasks, files, entries, count] of [
    ['tasks', 'files', 'entries', 3],
    ['tasks(mode: TEXT_TO_VIDEO, order: ASC)', 'files(purpose: END_IMAGE)', 'entries(kind: FREEZE, first: 2)', 1],
  ] as const) {
    const [page, counted] = ['{ nodes { id } pageInfo { hasNextPage } }', '{ totalCount nodes { id } }']
    const shown = await read(
      gateway,
      `{ account { ${tasks} ${page} ${files} ${counted} keys ${counted} ${entries} ${page} }
         ${tasks} ${page} ${files} ${counted} apiKeys ${counted} credits { ${entries} ${page} } }`,
    )
    const { keys, entries: ledger, ...lists } = shown.account
    assert.deepEqual(
      { ...shown, account: {}, ...lists, apiKeys: keys, credits: { entries: ledger } },
      { ...shown, account: {} },
    )
    assert.deepEqual([shown.files.totalCount, keys.totalCount], [count, 1])
  }
})

test('edges of edges: a group’s tasks with their entries’ tasks', async () => {
  const [first = ''] = group.tasks
  const { group: read } = await task(
    first,
    'group { tasks { ledgerEntries { nodes { task { group { groupId } } } } } }',
  )
  const inner = { ledgerEntries: { nodes: [{ task: { group: { groupId: group.id } } }] } }
  assert.deepEqual(read.tasks, [inner, inner])
})

test('a subscription shows edges as they are at each event', async () => {
  const { id } = (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body
  const query = `subscription { taskUpdated(id: "${id}") { task { status key { id } ledgerEntries { nodes { kind } } } } }`
  const events = listen<{ taskUpdated: { task: Record<string, unknown> } }, object>(gateway, query, {})
  const shown = async () => (await events.next()).value?.data?.taskUpdated.task
  const { data } = await rest('/v1/api-keys')
  const key = { id: data[0].id }
  assert.deepEqual(await shown(), { status: 'QUEUED', key, ledgerEntries: { nodes: [{ kind: 'FREEZE' }] } })
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  const ended = { nodes: [{ kind: 'RELEASE' }, { kind: 'FREEZE' }] }
  assert.deepEqual(await shown(), { status: 'CANCELLED', key, ledgerEntries: ended })
  await events.return()
})
