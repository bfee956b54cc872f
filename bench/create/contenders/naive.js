import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import fastify from 'fastify'
import { fromPrisma, PgBoss } from 'pg-boss'
import { PrismaClient } from '../../../prisma/client/client.ts'
import { newId } from '../../../src/lib/id.ts'
import { framesFor } from '../../../src/media/frames.ts'
import { priceItems } from '../../../src/task/items.ts'
import { tellReady } from './ready.js'

/** Naive code: an ORM's interactive transaction with `boss.send` in it, as in tutorials. */

const connectionString = process.env.DATABASE_URL
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
const boss = new PgBoss({ connectionString, supervise: false, schedule: false, migrate: false, createSchema: false })
await boss.start()

const PATIENCE = { maxWait: 20_000, timeout: 20_000 }

function createOnce(authorization, idempotencyKey, body) {
  const hash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest()
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  return prisma.$transaction(async (tx) => {
    const key = await tx.apiKey.findUnique({ where: { hash } })
    if (!key || key.revokedAt) return null
    const { accountId } = key
    const [account] = await tx.$queryRaw`select * from account where id = ${accountId} for no key update`
    const scope = { accountId, operation: 'video.create', key: idempotencyKey }
    if (await tx.idempotencyKey.findUnique({ where: { accountId_operation_key: scope } })) return null
    const { version, prices } = await tx.priceVersion.findFirst({ orderBy: { version: 'desc' } })
    const durationMs = (body.duration ?? 5) * 1000
    const items = priceItems(prices, { durationMs, resolution: '768p', serviceTier: 'standard', useContextIr: false })
    const frozenMicro = BigInt(items.reduce((sum, item) => sum + item.amountMicro, 0))
    const available = account.balance_micro - account.frozen_micro
    if (account.active_tasks >= account.concurrency_limit || available < frozenMicro) return null
    const task = await tx.task.create({
      data: newTask({ accountId, keyId: key.id, prompt: body.prompt, durationMs, version, items, frozenMicro }),
    })
    await tx.stageAttempt.create({
      data: { taskId: task.id, accountId: task.accountId, stage: 'encode', number: 1, state: 'ready' },
    })
    await writeMoney(tx, account, task)
    const snapshot = JSON.parse(JSON.stringify({ ...task, frozenMicro: Number(frozenMicro), prompt: undefined }))
    await tx.event.create({ data: { accountId, taskId: task.id, seq: 1, kind: 'created', snapshot } })
    await tx.idempotencyKey.create({ data: { ...scope, bodyHash, status: 202, taskIds: [task.id] } })
    const job = { taskId: task.id, stage: 'encode', number: 1 }
    await boss.send('encode', job, { priority: 0, db: fromPrisma(tx) })
    return task
  }, PATIENCE)
}

function newTask({ accountId, keyId, prompt, durationMs, version, items, frozenMicro }) {
  return {
    id: newId('vid'),
    accountId,
    keyId,
    apiVersion: '2026-11-01',
    status: 'queued',
    seq: 1,
    mode: 'text_to_video',
    prompt,
    resolution: '768p',
    durationMs,
    aspectRatio: '16:9',
    width: 1344,
    height: 768,
    frames: framesFor(durationMs),
    seed: Math.floor(Math.random() * 2 ** 31),
    audio: true,
    serviceTier: 'standard',
    acceleration: 'auto',
    useContextIr: false,
    priceVersion: version,
    items,
    frozenMicro,
  }
}

async function writeMoney(tx, account, { id, frozenMicro }) {
  await tx.ledgerEntry.create({
    data: {
      id: newId('led'),
      accountId: account.id,
      number: account.entry_count + 1n,
      kind: 'freeze',
      amountMicro: 0n,
      frozenDeltaMicro: frozenMicro,
      balanceAfterMicro: account.balance_micro,
      subjectId: id,
      taskId: id,
      description: 'Video',
    },
  })
  await tx.account.update({
    where: { id: account.id },
    data: { frozenMicro: { increment: frozenMicro }, entryCount: { increment: 1 }, activeTasks: { increment: 1 } },
  })
}

const app = fastify()
app.post('/v1/videos', async (request, reply) => {
  const { authorization, 'idempotency-key': key } = request.headers
  const task = await createOnce(authorization, key, request.body)
  if (!task) return reply.code(402).send({ error: { code: 'refused' } })
  return reply.code(202).send({ ...task, frozenMicro: Number(task.frozenMicro) })
})
tellReady(await app.listen({ host: '127.0.0.1', port: 0 }))
