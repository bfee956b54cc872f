import type { Made } from '../made.ts'
import type { Prompt } from './judge.ts'

/** A prompt on the server. */
export interface Job {
  readonly id: string
  readonly client: string
  readonly prompt: Prompt
  readonly outputs: readonly string[]
  state: 'pending' | 'running' | 'success' | 'error' | 'interrupted' | 'deleted'
  /** Bytes of the files that its nodes opened, by node. */
  readonly opened: Map<string, Buffer>
  /** What it made; null before. */
  made: Made | null
}

/** An error that a node raises. */
export interface Raised {
  readonly type: string
  readonly message: string
}

export interface Stage {
  /** Sends a message to the client of the job. */
  push(type: string, data: object): void
  /** Resolves when the job may take a step. */
  pause(job: Job, node: string, step: number): Promise<void> | void
  isInterrupted(): boolean
  /** Bytes of an uploaded file; null if it is gone. */
  read(name: string): Buffer | null
  /** The error of a node, if it has one. */
  raised(job: Job, node: string): Raised | null
  /** Whether the server sends the state of all nodes. */
  readonly recent: boolean
}

type Message = readonly [event: string, data: object]
export interface Entry {
  readonly outputs: object
  readonly status: { readonly status_str: string; readonly completed: boolean; readonly messages: readonly Message[] }
}

/** Nodes in an order in which each comes after those that it needs. */
function ordered(prompt: Prompt, outputs: readonly string[]): string[] {
  const done = new Set<string>()
  const visit = (id: string) => {
    if (done.has(id)) return
    for (const value of Object.values(prompt[id]?.inputs ?? {})) if (Array.isArray(value)) visit(String(value[0]))
    done.add(id)
  }
  for (const id of outputs) visit(id)
  return [...done]
}

/** Runs a prompt node by node. @returns its entry in the history */
export async function runJob(job: Job, stage: Stage): Promise<Entry> {
  const messages: Message[] = []
  const report = (event: string, data: object) => {
    messages.push([event, { prompt_id: job.id, ...data, timestamp: 1 }])
    stage.push(event, { prompt_id: job.id, ...data })
  }
  const entry = (status_str: string, outputs: object = {}): Entry => ({
    outputs,
    status: { status_str, completed: status_str === 'success', messages },
  })
  report('execution_start', {})
  report('execution_cached', { nodes: [] })
  const nodes: Record<string, object> = {}
  for (const id of ordered(job.prompt, job.outputs)) {
    const { class_type: type = '', inputs = {} } = job.prompt[id] ?? {}
    const steps = type.startsWith('KSampler') ? samplerSteps(inputs) : 1
    const show = (value: number, state: string) => {
      nodes[id] = { value, max: steps, state, node_id: id, prompt_id: job.id }
      if (stage.recent) stage.push('progress_state', { prompt_id: job.id, nodes: { ...nodes } })
      else if (state === 'running' && value > 0) {
        stage.push('progress', { value, max: steps, prompt_id: job.id, node: id })
      }
    }
    stage.push('executing', { node: id, display_node: id, prompt_id: job.id })
    show(0, 'running')
    for (let step = 1; step <= steps; step++) {
      await stage.pause(job, id, step)
      if (stage.isInterrupted()) {
        report('execution_interrupted', { node_id: id, node_type: type, executed: [] })
        job.state = 'interrupted'
        return entry('error')
      }
      show(step, 'running')
    }
    const error = stage.raised(job, id) ?? open(job, id, inputs, type, stage)
    if (error) {
      const { type: exception_type, message: exception_message } = error
      report('execution_error', { node_id: id, node_type: type, exception_type, exception_message, traceback: [] })
      job.state = 'error'
      return entry('error')
    }
    show(steps, 'finished')
  }
  const outputs = Object.fromEntries(job.outputs.map((id) => [id, saved(job, id)]))
  for (const [node, output] of Object.entries(outputs)) stage.push('executed', { node, output, prompt_id: job.id })
  report('execution_success', {})
  job.state = 'success'
  return entry('success', outputs)
}

function samplerSteps(inputs: Readonly<Record<string, unknown>>): number {
  const { steps, start_at_step: start = 0, end_at_step: end = steps } = inputs
  return Math.max(1, Math.min(Number(steps), Number(end)) - Number(start))
}

function open(job: Job, id: string, inputs: Readonly<Record<string, unknown>>, type: string, stage: Stage) {
  const input = { LoadImage: 'image', LoadVideo: 'file', LoadAudio: 'audio' }[type]
  if (!input) return null
  const bytes = stage.read(String(inputs[input]))
  if (!bytes) return { type: 'FileNotFoundError', message: `No such file: ${inputs[input]}` }
  job.opened.set(id, bytes)
  return null
}

function saved(job: Job, id: string): object {
  const { class_type: type, inputs = {} } = job.prompt[id] ?? {}
  if (type !== 'SaveVideo') return { images: [{ filename: 'preview_00001_.png', subfolder: '', type: 'temp' }] }
  job.made = madeBy(job.prompt, id)
  const path = `${inputs['filename_prefix']}_00001_.mp4`.split('/')
  const filename = path.pop()
  return { images: [{ filename, subfolder: path.join('/'), type: 'output' }], animated: [true] }
}

/** What a video is made of: the nearest node before it that has a length, and the rate and sound of CreateVideo. */
function madeBy(prompt: Prompt, id: string): Made {
  const nodes = ordered(prompt, [id]).map((each) => prompt[each]?.inputs ?? {})
  const latent = nodes.find((inputs) => 'length' in inputs) ?? {}
  const video = nodes.find((inputs) => 'fps' in inputs) ?? {}
  const side = (name: string) => Math.floor(Number(latent[name]) / 8) * 8
  const frames = 4 * Math.floor((Number(latent['length']) - 1) / 4) + 1
  return { frames, fps: Number(video['fps']), width: side('width'), height: side('height'), sound: 'audio' in video }
}
