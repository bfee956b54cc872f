import type { Order, VideoApi } from '../http/api.ts'
import type { Call } from '../http/call.ts'
import { videosApi } from '../http/videos.ts'
import type { Parameters, ServerSettings } from '../settings.ts'

/** Failures of a render that the request causes: the server's error has no code. */
const OVER_REQUEST = /not served by|validated only for|requires num_inference_steps/

/** OpenAI's Videos API as SGLang serves it; its models have different requests. */
export function sglang(
  settings: ServerSettings,
  requestOf: (order: Order) => Omit<Call, 'method' | 'path' | 'signal'>,
): VideoApi {
  const common = videosApi(settings)
  return {
    ...common,
    async order(order) {
      return { call: { method: 'POST', path: '/v1/videos', ...requestOf(order) }, id: null }
    },
    stateOf(answer) {
      if (answer['status'] === 'cancelling') return { is: 'gone' }
      const state = common.stateOf(answer)
      if (state.is !== 'failed') return state
      const { words, blamesRequest } = state.complaint
      if (words === 'Video generation cancelled') return { is: 'gone' }
      return {
        is: 'failed',
        complaint: { ...state.complaint, blamesRequest: blamesRequest || OVER_REQUEST.test(words) },
      }
    },
  }
}

/** The operator's fields, and over them those of the task. A field that is null is not sent. */
export function fieldsOf(settings: ServerSettings, { task, accelerated }: Order, own: Parameters): Parameters {
  const more = accelerated ? settings.acceleratedParameters[task.mode] : null
  const fields = { model: settings.model, ...settings.parameters, ...more, ...own }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
