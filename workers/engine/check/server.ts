import { askJson, type Json, ServerFault } from '../http/call.ts'
import type { ServerSettings } from '../settings.ts'

/** Where a server reports its model; the first path that exists counts. */
const PATHS: Readonly<Record<ServerSettings['kind'], readonly string[]>> = {
  'openai-video': ['/v1/models', '/models'],
  lightx2v: ['/v1/service/metadata'],
  comfyui: ['/system_stats'],
}
const ANSWER_MS = 15_000

/** @returns the server's own description of itself; null if it has none. @throws ServerFault if it does not answer */
export async function askServer(settings: ServerSettings, signal: AbortSignal): Promise<string | null> {
  for (const path of PATHS[settings.kind]) {
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
      const described = describe(await askJson(settings, { path, signal: patience }))
      if (described) return described
    } catch (error) {
      const isUnknown = error instanceof ServerFault && (error.kind === 'gone' || error.status === 405)
      if (!isUnknown) throw error
    }
  }
  return null
}

/** The members that describe a model, in the words of vLLM-Omni, SGLang, LightX2V and ComfyUI. */
function describe(answer: Json): string | null {
  const { data, system, devices } = answer
  const models = listOf(data).map(({ id }) => id)
  const model = ['model_path', 'model_cls', 'task_type', 'task'].map((name) => answer[name])
  const machine = [objectOf(system)['comfyui_version'], ...listOf(devices).map(({ name }) => name)]
  const words = [...models, ...model, ...machine].filter((word) => typeof word === 'string' && word !== '')
  return words.length === 0 ? null : words.join(', ').slice(0, 300)
}

const objectOf = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
