import { randomUUID } from 'node:crypto'
import { ConfigError } from '../../../src/config.ts'
import { MODES } from '../../../src/engine-limits.ts'
import type { MaterialFile } from '../engine.ts'
import type { Follower, VideoApi, VideoState } from '../http/api.ts'
import { askJson, type Call, type Json, type Server, ServerFault, send } from '../http/call.ts'
import { formOf } from '../http/form.ts'
import type { ServerSettings } from '../settings.ts'
import { promptFailure, stateOf } from './faults.ts'
import { type Feed, feedOf } from './feed.ts'
import { meterOf } from './meter.ts'
import { type Filled, promptOf, slotted, strayParameters } from './prompt.ts'
import type { Workflow } from './workflow.ts'

/** The queue contains every prompt that waits. */
const MOST_BYTES = 64 * 1024 ** 2
/** While the socket is open, the queue is asked for with every tenth poll only. */
const POLLS = 10

const RUNNING: VideoState = { is: 'running', fraction: null }

/**
 * ComfyUI's HTTP and WebSocket API. Ids are UUIDs, which newer servers require. Material is uploaded to the temporary folder, under
 * the prompt's id: the server empties that folder when it starts, and has no request to delete a file.
 * @throws ConfigError for parameters that the workflow has no node for
 */
export function comfyui(settings: ServerSettings, workflow: Workflow): VideoApi {
  assertParameters(settings, workflow)
  const server: Server = { url: settings.url, apiKey: settings.apiKey, failureOf: promptFailure }
  const client = randomUUID()
  const feed = feedOf(server, client)
  const history = (id: string) => `/history/${encodeURIComponent(id)}`
  return {
    server,
    keeps: true,
    async order(order, signal) {
      const id = randomUUID()
      const files: [Filled<string>[number][0], string | null][] = []
      for (const [slot, file] of slotted(workflow.map, order.material)) {
        files.push([slot, file && (await upload(server, file, id, signal))])
      }
      const faster = order.accelerated ? settings.acceleratedParameters[order.task.mode] : undefined
      const parameters = [settings.parameters, faster ?? {}]
      const prompt = promptOf(workflow, { order, parameters, files, prefix: `vidgate/${id}` })
      return { call: { method: 'POST', path: '/prompt', json: { prompt, prompt_id: id, client_id: client } }, id }
    },
    idOf(answer) {
      const failure = promptFailure(answer)
      if (failure) throw failure
      const { prompt_id: id } = answer
      if (typeof id === 'string' && id !== '') return id
      throw new ServerFault('garbled', `the server returned no prompt_id: ${JSON.stringify(answer).slice(0, 500)}`)
    },
    statePath: history,
    videoPath: history,
    contentPath: history,
    stateOf: (answer) => stateOf(answer, workflow),
    follow: (id, onFraction) => followerOf(server, feed, { id, workflow, onFraction }),
    end: (id, signal) => end(server, id, signal),
  }
}

function assertParameters({ parameters, acceleratedParameters }: ServerSettings, { graph }: Workflow): void {
  const problems = [
    ...strayParameters(graph, parameters).map((problem) => `ENGINE_PARAMETERS: ${problem}`),
    ...MODES.flatMap((mode) =>
      strayParameters(graph, acceleratedParameters[mode] ?? {}).map(
        (problem) => `ENGINE_ACCELERATED_PARAMETERS: ${problem}`,
      ),
    ),
  ]
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
}

/** @returns the name under which a node opens the file */
async function upload(server: Server, file: MaterialFile, id: string, signal: AbortSignal): Promise<string> {
  const form = formOf({ type: 'temp', subfolder: `vidgate/${id}` }, [{ field: 'image', file }])
  const answer = await askJson(server, { method: 'POST', path: '/upload/image', form, signal })
  const { name, subfolder, type } = answer
  if (typeof name === 'string' && typeof subfolder === 'string' && typeof type === 'string') {
    return `${subfolder}/${name} [${type}]`
  }
  throw new ServerFault('garbled', `the server returned no name for an upload: ${JSON.stringify(answer).slice(0, 500)}`)
}

interface Followed {
  readonly id: string
  readonly workflow: Workflow
  readonly onFraction: (fraction: number) => void
}

function followerOf(server: Server, feed: Feed, { id, workflow, onFraction }: Followed): Follower {
  const shareOf = meterOf(workflow.graph)
  let change = Promise.withResolvers<void>()
  let polls = 0
  const close = feed.follow(id, (message) => {
    // The server sends this after it has written the history.
    const ended = message?.type === 'executing' && message.data['node'] === null
    if (message === null || ended) change.resolve()
    else onFraction(shareOf(message))
  })
  const finished = async (signal: AbortSignal) => {
    const answer = await askJson(server, { path: `/history/${id}`, signal, maxBytes: MOST_BYTES })
    const entry = answer[id]
    return entry === null || typeof entry !== 'object' ? null : stateOf(entry as Json, workflow)
  }
  return {
    async state(signal) {
      const state = await finished(signal)
      if (state) return state
      if (++polls % POLLS !== 0 && feed.isOpen()) return RUNNING
      if ((await queueOf(server, signal)).all.includes(id)) return RUNNING
      // It may have ended between the two answers.
      return (await finished(signal)) ?? { is: 'gone' }
    },
    async changed() {
      await change.promise
      change = Promise.withResolvers()
    },
    close,
  }
}

/** Ids of the prompts that run, and of these and those that wait. */
async function queueOf(server: Server, signal: AbortSignal) {
  const answer = await askJson(server, { path: '/queue', signal, maxBytes: MOST_BYTES })
  const ids = (list: unknown) => (Array.isArray(list) ? list.map((item) => String(item?.[1])) : [])
  const running = ids(answer['queue_running'])
  return { running, all: [...running, ...ids(answer['queue_pending'])] }
}

/**
 * Cancels a prompt that waits or runs, and deletes its entry in the history. Newer servers have one request for it. On older ones
 * it is removed from the queue, and interrupted only if it runs: before September 2025 an interrupt has no prompt and stops
 * whatever runs.
 */
async function end(server: Server, id: string, signal: AbortSignal): Promise<void> {
  await command(server, { path: `/api/jobs/${id}/cancel`, json: {}, signal }).catch(async () => {
    await command(server, { path: '/queue', json: { delete: [id] }, signal })
    const { running } = await queueOf(server, signal)
    if (running.includes(id)) await command(server, { path: '/interrupt', json: { prompt_id: id }, signal })
  })
  await command(server, { path: '/history', json: { delete: [id] }, signal })
}

/** A request whose answer has no content. */
async function command(server: Server, call: Omit<Call, 'method'>): Promise<void> {
  await (await send(server, { method: 'POST', ...call })).leave(MOST_BYTES)
}
