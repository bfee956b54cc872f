import type { IncomingMessage } from 'node:http'
import { bodyOf, type Dialect, type SentFile, type Video } from './model-server.ts'

/** Three polls until a video is done. */
const progressOf = ({ polls }: Video) => Math.min(100, (polls - 1) * 50)

/** OpenAI's Videos API as vLLM-Omni serves it: forms only. */
export const openaiDialect: Dialect = {
  route(method, path) {
    const [, id = '', content] = /^\/v1\/videos(?:\/([^/]+)(\/content)?)?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/videos') return { step: 'create', id }
    if (method === 'GET' && id) return { step: content ? 'content' : 'state', id }
    return method === 'DELETE' && id && !content ? { step: 'delete', id } : null
  },
  async read(request, id) {
    const form = await formOf(request)
    if (!form) return { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'Field required' }] } }
    const { fields, files } = await requestIn(form)
    const names = new Set(files.map(({ field }) => field))
    const [width = 0, height] = String(fields['size']).split('x').map(Number)
    if (!width || !height) return { status: 400, body: { detail: 'size is not WIDTHxHEIGHT' } }
    if (names.size > 1) return { status: 400, body: { detail: 'Provide input_references alone' } }
    return { id, fields, files, frames: Number(fields['num_frames']), size: { width, height } }
  },
  created: (video) => ({ id: video.id, object: 'video', status: 'queued', progress: 0, created_at: 1 }),
  state(video) {
    const progress = progressOf(video)
    const status = video.polls === 1 ? 'queued' : progress === 100 ? 'completed' : 'in_progress'
    return { id: video.id, object: 'video', status, progress, error: null }
  },
  about: { '/v1/models': { object: 'list', data: [{ id: 'MiniMaxAI/MiniMax-H3', object: 'model' }] } },
  missing: { error: { message: 'Video not found', type: 'invalid_request_error', code: 404 } },
}

export async function formOf(request: IncomingMessage): Promise<FormData | null> {
  const contentType = request.headers['content-type'] ?? ''
  const body = await bodyOf(request)
  if (!contentType.startsWith('multipart/form-data')) return null
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
}

export async function requestIn(form: FormData) {
  const fields: Record<string, string> = {}
  const files: SentFile[] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      files.push({ field, filename: value.name, contentType: value.type, bytes })
    }
  }
  return { fields, files }
}

/** LightX2V's tasks API: JSON, no progress, a slash at the end. */
export const lightx2vDialect: Dialect = {
  route(method, path) {
    const [, id = '', what] = /^\/v1\/tasks\/([^/]+)(?:\/(status|result))?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/tasks/video/') return { step: 'create', id }
    if (method === 'GET' && what) return { step: what === 'result' ? 'content' : 'state', id }
    return method === 'DELETE' && id && !what ? { step: 'delete', id } : null
  },
  async read(request, id) {
    const fields = JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>
    const frames = fields['target_video_length']
    if (typeof frames !== 'number')
      return { status: 422, body: { detail: [{ msg: 'Input should be a valid integer' }] } }
    return { id: String(fields['task_id'] ?? id), fields, files: [], frames }
  },
  created: ({ id }) => ({ task_id: id, task_status: 'pending', save_result_path: id }),
  state(video) {
    const status = video.polls === 1 ? 'pending' : progressOf(video) === 100 ? 'completed' : 'processing'
    return { task_id: video.id, status, start_time: '2026-01-01T00:00:00', error: null, error_type: '' }
  },
  about: { '/v1/service/metadata': { nproc_per_node: 8, model_cls: 'minimax_h3', model_path: '/models/h3' } },
  missing: { detail: 'Task not found' },
}
