import type { VideoApi, VideoState } from './api.ts'
import { errorIn, type Json, type Server, ServerFault } from './call.ts'

const ID = /^[\w.:-]{1,200}$/

/** OpenAI's Videos API, apart from the request that starts a video, which differs by server. */
export function videosApi(server: Server): Omit<VideoApi, 'order'> {
  const path = (id: string) => `/v1/videos/${encodeURIComponent(id)}`
  return {
    server,
    keeps: true,
    idOf(answer) {
      const { id } = answer
      if (typeof id === 'string' && ID.test(id)) return id
      throw new ServerFault(
        'garbled',
        `the server returned no id for the video: ${JSON.stringify(answer).slice(0, 500)}`,
      )
    },
    statePath: path,
    videoPath: path,
    contentPath: (id) => `${path(id)}/content`,
    stateOf,
  }
}

function stateOf(answer: Json): VideoState {
  const { status, progress } = answer
  switch (status) {
    case 'queued':
    case 'in_progress':
      return { is: 'running', fraction: typeof progress === 'number' ? Math.min(1, progress / 100) : null }
    case 'completed':
      return { is: 'done' }
    case 'failed': {
      const { code, words } = errorIn(answer) ?? { code: '', words: 'no message' }
      const blamesRequest = /\b4(?!08|25|29)\d\d\b|invalid|bad_?request|unprocessable/i.test(code)
      return { is: 'failed', complaint: { code, words, blamesRequest } }
    }
    case 'cancelled':
    case 'deleted':
      return { is: 'gone' }
    default:
      throw new ServerFault('garbled', `the server says that the video is ${JSON.stringify(status)?.slice(0, 100)}`)
  }
}
