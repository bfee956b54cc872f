import fastify from 'fastify'
import { tellReady } from '../../create/contenders/ready.js'
import { cursorOf, openList, outputOf, usageOf } from './read-list.js'

/** The floor: fastify, one prepared statement, and the JSON of vidgate's REST API. Only its cursor differs. */

const list = await openList()
const app = fastify()
app.get('/v1/videos', async (request, reply) => {
  const {
    limit = '20',
    after,
    status,
    mode,
    created_after: createdAfter,
    created_before: createdBefore,
  } = request.query
  const filters = { limit: Number(limit), after, status: status?.split(','), mode, createdAfter, createdBefore }
  const page = await list(request.headers.authorization, filters)
  if (!page) return reply.code(401).send({ error: { code: 'invalid_api_key' } })
  reply.header('Content-Type', 'application/json').header('Cache-Control', 'no-store')
  return pageText(page)
})
const base = await app.listen({ host: '127.0.0.1', port: 0 })
tellReady(base)

function pageText({ rows, hasMore }) {
  const last = rows.at(-1)
  const ends = { first_id: rows[0]?.id ?? null, last_id: last?.id ?? null, has_more: hasMore }
  const rest = JSON.stringify({ ...ends, after: last ? cursorOf(last) : null })
  return `{"object":"list","data":[${rows.map(present).join()}],${rest.slice(1)}`
}

function present(row) {
  const text = JSON.stringify({
    id: row.id,
    object: 'video.task',
    status: row.status,
    progress: row.progress,
    mode: row.mode,
    prompt: row.prompt,
    input_image: row.input_image,
    end_image: row.end_image,
    references: row.references,
    resolution: row.resolution,
    duration: row.duration_ms / 1000,
    aspect_ratio: row.aspect_ratio,
    seed: row.seed,
    audio: row.audio,
    service_tier: row.service_tier,
    acceleration: row.acceleration,
    accelerated: row.accelerated,
    use_context_ir: row.use_context_ir,
    context_ir_applied: row.context_ir_applied,
    webhook_url: row.webhook_url,
    group_id: row.group_id,
    n_index: row.n_index,
    source_task_id: row.source_task_id,
    created_at: row.created_at,
    started_at: row.started_at,
    completed_at: row.completed_at,
    waiting: null,
    queue: null,
    cost: null,
    output: outputOf(row, base),
    usage: usageOf(row),
    fail_reason: row.fail_reason,
    fail_detail: row.fail_detail,
  })
  return `${text.slice(0, -1)},"metadata":${row.metadata ?? 'null'}}`
}
