import { EngineFailure } from '../failure.ts'
import type { VideoState } from '../http/api.ts'
import type { Json } from '../http/call.ts'
import { slotsOf, type Workflow } from './workflow.ts'

const MOST_WORDS = 400

const recordOf = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value).slice(0, MOST_WORDS))

/** Errors in `node_errors`, with the type that the server gives each. */
function nodeErrors(body: Json): { readonly type: string; readonly text: string }[] {
  return Object.entries(recordOf(body['node_errors'])).flatMap(([id, value]) => {
    const { errors, class_type: name } = recordOf(value)
    return listOf(errors).map((each) => {
      const { type, message, details } = recordOf(each)
      return { type: textOf(type), text: `node ${id} (${textOf(name)}): ${textOf(message)}: ${textOf(details)}` }
    })
  })
}

/**
 * The failure in the answer to a prompt; null if it has none. A wrong workflow, a node that is not installed and a model file that is
 * missing need the operator. Only a file that was uploaded and is gone (the server started again) is worth another attempt.
 */
export function promptFailure(body: Json): EngineFailure | null {
  // An error without it is that of a proxy.
  if (!('node_errors' in body)) return null
  const errors = nodeErrors(body)
  if (errors.length > 0) {
    const retry = errors.every(({ type }) => type === 'custom_validation_failed')
    const hint = errors.some(({ type }) => type === 'value_not_in_list')
      ? ' (Install the file on the server, or set another in ENGINE_PARAMETERS.)'
      : ''
    const why = errors.map(({ text }) => text).join('; ')
    return new EngineFailure(`the server refuses the workflow: ${why.slice(0, 2000)}${hint}`, { retry })
  }
  const { type, message, details, extra_info: extra } = recordOf(body['error'])
  if (type === undefined) return null
  const { class_type: missing } = recordOf(extra)
  const node = typeof missing === 'string' ? ` (The node type is ${missing}: install it on the server.)` : ''
  const why = [message, details].map(textOf).filter(Boolean).join(': ')
  return new EngineFailure(`the server refuses the workflow: ${why}${node}`, { retry: false })
}

/** Errors that every attempt with this workflow on this server would have. */
const PERMANENT =
  /FileNotFound|Safetensor|(^|\.)(Value|Type|Key|Attribute|Import|ModuleNotFound|NotImplemented)Error|shapes cannot be multiplied/i
/** Errors of a file that no program can open. */
const UNREADABLE = /InvalidData|UnidentifiedImage|DecompressionBomb|ValueError/i

/** The state of a finished prompt by its entry in the history. */
export function stateOf(entry: Json, workflow: Workflow): VideoState {
  const { status_str: status, messages } = recordOf(entry['status'])
  if (status !== 'error') {
    const path = pathOf(entry, workflow.map.output)
    if (path !== null) return { is: 'done', contentPath: path }
    const words = `node ${workflow.map.output} of the workflow saved no mp4, mov or mkv`
    return { is: 'failed', complaint: { code: '', words, blamesRequest: true, ofMaterial: false } }
  }
  const events = new Map(listOf(messages).map((each) => [listOf(each)[0], recordOf(listOf(each)[1])]))
  const error = events.get('execution_error')
  return error ? { is: 'failed', complaint: complaintOf(error, workflow) } : { is: 'gone' }
}

function complaintOf(error: Json, { map }: Workflow) {
  const { node_id: id, node_type: type, exception_type, exception_message } = error
  const [code, message] = [textOf(exception_type), textOf(exception_message).trim()]
  const words = `node ${textOf(id)} (${textOf(type)}): ${message}`
  const opensUpload = slotsOf(map).some(({ node }) => node === id)
  if (opensUpload) {
    const unreadable = UNREADABLE.test(code)
    return { code, words, blamesRequest: unreadable, ofMaterial: unreadable }
  }
  return { code, words, blamesRequest: PERMANENT.test(`${code} ${message}`), ofMaterial: false }
}

/** Path of the video that the output node saved. Nodes differ in the name of the list (images, gifs, videos). */
function pathOf(entry: Json, output: string): string | null {
  const files = Object.values(recordOf(recordOf(entry['outputs'])[output]))
    .flatMap(listOf)
    .map(recordOf)
  const video = files.find(({ filename }) => /\.(mp4|mov|mkv)$/i.test(textOf(filename)))
  if (!video) return null
  const { filename, subfolder, type } = video
  const query = { filename: textOf(filename), subfolder: textOf(subfolder), type: textOf(type) || 'output' }
  return `/view?${new URLSearchParams(query)}`
}
