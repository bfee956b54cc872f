import { DomainError } from '../../../../errors.ts'
import { uploadFile } from '../../../../file/upload.ts'
import { VARIANTS } from '../../../../storage/link.ts'
import { createTasks } from '../../../../task/create.ts'
import { createWithImage } from '../../../../task/create-with-image.ts'
import { listTasks, readTask } from '../../../../task/read.ts'
import { removeTask } from '../../../../task/remove.ts'
import { httpMeter } from '../../../rate.ts'
import type { Body } from '../../body.ts'
import { JSON_TYPE } from '../../openapi/answer.ts'
import { anyObject } from '../../openapi/schema.ts'
import { oneOf, ordered } from '../../query.ts'
import { deletion, json, listText, replayHeaders } from '../../respond.ts'
import { foreignRoute } from '../../route.ts'
import { send, VARIANT } from '../videos/content.ts'
import { VIDEO } from '../videos/schema.ts'
import { readVideoCreate, type Upload, type VideoCreate } from './form.ts'
import { presentVideo } from './present.ts'
import { inOpenaiNames, withImage } from './request.ts'

/** OpenAI's interface for videos, as its SDKs call it (docs/rules/doors.md#openais-interface). */

const EXAMPLE = { model: 'sora-2', prompt: 'a lake at sunset', seconds: '8', size: '1280x720' }

const BODY: Body<(upload: Upload) => Promise<VideoCreate>> = {
  content: [{ type: JSON_TYPE, schema: anyObject('A create in OpenAI’s form.'), examples: { text: EXAMPLE } }],
  read: (incoming) => (upload) => readVideoCreate(incoming, upload),
}

/** Tools add parameters to the query, which OpenAI ignores. */
const others = 'ignored'

foreignRoute('POST', '/openai/v1/videos', {
  need: 'videos:write',
  costs: 'create',
  idempotent: 'kept',
  others,
  body: BODY,
  async handle({ rooms, c, caller, body: read, idempotencyKey, rated }) {
    const { resources, lanes, prober } = rooms
    // As in POST /v1/files, an upload costs a call.
    const upload: Upload = async (reading) => {
      const exceeded = httpMeter(rooms, caller, c.env.outgoing).count(1)
      if (exceeded) throw exceeded
      return (await uploadFile(resources, prober, caller, { idempotencyKey: null, read: reading })).file
    }
    try {
      const { body, image } = await read(upload)
      const call = { idempotencyKey, rated }
      const created = image
        ? await createWithImage(resources, lanes, caller, { ...call, body: withImage(body, image.id) }, image)
        : await createTasks(resources, lanes, caller, { ...call, body })
      return json(200, created.tasks.map(presentVideo).join(), replayHeaders(created.replayed))
    } catch (error) {
      throw inOpenaiNames(error)
    }
  },
})

foreignRoute('GET', '/openai/v1/videos', {
  need: 'videos:read',
  others,
  query: ordered('vid'),
  async handle({ rooms, caller, query }) {
    const all = { statuses: null, mode: null, createdAfter: null, createdBefore: null }
    return json(200, listText(await listTasks(rooms.resources, caller, { ...query, ...all }), presentVideo))
  },
})

foreignRoute('GET', '/openai/v1/videos/:id', {
  need: 'videos:read',
  others,
  id: VIDEO,
  async handle({ rooms, caller, id }) {
    return json(200, presentVideo(await readTask(rooms.resources, caller, id)))
  },
})

foreignRoute('DELETE', '/openai/v1/videos/:id', {
  need: 'videos:write',
  idempotent: 'kept',
  others,
  id: VIDEO,
  async handle({ rooms, caller, id, idempotencyKey }) {
    const removed = await removeTask(rooms.resources, caller, { id, idempotencyKey })
    return deletion(removed.id, 'video.deleted', removed.replayed)
  },
})

foreignRoute('GET', '/openai/v1/videos/:id/content', {
  need: 'videos:read',
  others,
  id: VIDEO,
  query: { variant: oneOf(VARIANTS, VARIANT, 'video') },
  async handle({ rooms, c, caller, id, query }) {
    return send(rooms, c, await readTask(rooms.resources, caller, id), query.variant)
  },
})

foreignRoute('POST', '/openai/v1/videos/:id/remix', {
  need: 'videos:read',
  others,
  id: VIDEO,
  async handle({ rooms, caller, id }) {
    await readTask(rooms.resources, caller, id)
    throw new DomainError('route_not_found', 'Videos cannot be remixed. Create a new video with the changed prompt.')
  },
})
