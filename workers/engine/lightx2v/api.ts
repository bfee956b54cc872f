import { randomUUID } from 'node:crypto'
import type { VideoApi, VideoState } from '../http/api.ts'
import { errorIn, type Json, ServerFault } from '../http/call.ts'
import type { ServerSettings } from '../settings.ts'
import { assertSettings, requestOf, type ServerTask } from './request.ts'

/** Python's errors about the input of a request. */
const OVER_REQUEST = /ValueError|TypeError|UnidentifiedImage|DecompressionBomb|InvalidData/
/** A ValueError about a file that the server has no access to. */
const NO_FILE = /is not a local file/

/** LightX2V's tasks API (docs/engines/lightx2v.md). @throws ConfigError */
export function lightx2v(settings: ServerSettings, serverTask: ServerTask): VideoApi {
  assertSettings(settings, serverTask)
  const path = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`
  return {
    server: settings,
    keeps: false,
    async order(order) {
      const id = `vidgate-${randomUUID()}`
      const json = await requestOf(settings, serverTask, order, id)
      return { call: { method: 'POST', path: '/v1/tasks/video/', json }, id }
    },
    idOf(answer) {
      const { task_id: id } = answer
      if (typeof id === 'string' && /^[\w.:-]{1,200}$/.test(id)) return id
      throw new ServerFault(
        'garbled',
        `the server returned no id for the video: ${JSON.stringify(answer).slice(0, 500)}`,
      )
    },
    statePath: (id) => `${path(id)}/status`,
    contentPath: (id) => `${path(id)}/result`,
    videoPath: path,
    stateOf,
  }
}

/** LightX2V reports no progress. */
function stateOf(answer: Json): VideoState {
  const { status, error_type: type } = answer
  switch (status) {
    case 'pending':
    case 'processing':
      return { is: 'running', fraction: null }
    case 'completed':
      return { is: 'done' }
    case 'failed': {
      const words = errorIn(answer)?.words ?? 'no message'
      if (words.startsWith('Task cancelled')) return { is: 'gone' }
      const code = typeof type === 'string' ? type : ''
      const blamesRequest = OVER_REQUEST.test(code) && !NO_FILE.test(words)
      return { is: 'failed', complaint: { code, words, blamesRequest } }
    }
    case 'cancelled':
      return { is: 'gone' }
    default:
      throw new ServerFault('garbled', `the server says that the video is ${JSON.stringify(status)?.slice(0, 100)}`)
  }
}
