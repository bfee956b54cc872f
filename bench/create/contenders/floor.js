import fastify from 'fastify'
import { openCreate } from './create-once.js'
import { tellReady } from './ready.js'

/** The floor: the minimum that a fast framework and a fast driver need for the same effect. */

const body = {
  type: 'object',
  required: ['prompt'],
  additionalProperties: false,
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: 7000 },
    duration: { type: 'number', minimum: 5, maximum: 15 },
  },
}

const createOnce = await openCreate()
const app = fastify()
app.post('/v1/videos', { schema: { body } }, async (request, reply) => {
  const { authorization, 'idempotency-key': key } = request.headers
  const task = await createOnce(authorization, key, request.body)
  if (!task) return reply.code(402).send({ error: { code: 'refused' } })
  reply.code(202).header('Location', `/v1/videos/${task.id}`)
  return present(task)
})
tellReady(await app.listen({ host: '127.0.0.1', port: 0 }))

/** As many members as vidgate's answer. */
function present({ id, prompt, duration, seed, createdAt, frozenMicro }) {
  return {
    id,
    object: 'video.task',
    status: 'queued',
    progress: 0,
    mode: 'text_to_video',
    prompt,
    input_image: null,
    end_image: null,
    references: [],
    resolution: '768p',
    duration,
    aspect_ratio: '16:9',
    seed,
    audio: true,
    service_tier: 'standard',
    acceleration: 'auto',
    accelerated: null,
    use_context_ir: false,
    context_ir_applied: null,
    webhook_url: null,
    group_id: null,
    n_index: null,
    source_task_id: null,
    created_at: createdAt,
    started_at: null,
    completed_at: null,
    waiting: null,
    queue: null,
    cost: { frozen_micro: frozenMicro, earned_micro: 0 },
    output: null,
    usage: null,
    fail_reason: null,
    fail_detail: null,
    metadata: null,
  }
}
