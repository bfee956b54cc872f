import type { Material, MaterialFile } from '../engine.ts'
import { EngineFailure } from '../failure.ts'
import type { Order } from '../http/api.ts'
import type { Parameters } from '../settings.ts'
import { type Graph, linkOf, type NodeMap, type Slot, type Workflow } from './workflow.ts'

/** A slot with the task's file for it; null if the task has none. */
export type Filled<T> = readonly (readonly [slot: Slot, file: T | null])[]

/** @throws EngineFailure if the workflow has no node for a file */
export function slotted(map: NodeMap, { inputImage, endImage, references }: Material): Filled<MaterialFile> {
  const of = (kind: MaterialFile['kind']) => references.filter((file) => file.kind === kind)
  const { image = [], video = [], audio = [] } = map.references ?? {}
  return [
    ...paired('start image', [map.start_image ?? []].flat(), [inputImage ?? []].flat()),
    ...paired('end image', [map.end_image ?? []].flat(), [endImage ?? []].flat()),
    ...paired('reference image', image, of('image')),
    ...paired('reference video', video, of('video')),
    ...paired('reference audio', audio, of('audio')),
  ]
}

function paired(what: string, slots: readonly Slot[], files: readonly MaterialFile[]): Filled<MaterialFile> {
  if (files.length > slots.length) {
    const why = `the workflow's map has ${slots.length} nodes for a ${what}, and the task has ${files.length}`
    throw new EngineFailure(why, { retry: false })
  }
  return slots.map((slot, index) => [slot, files[index] ?? null])
}

interface Request {
  readonly order: Order
  /** Parameters by node, the later over the earlier. */
  readonly parameters: readonly Parameters[]
  /** Names of the uploaded files on the server. */
  readonly files: Filled<string>
  /** A name for the output that no other prompt has. */
  readonly prefix: string
}

/** The workflow with a task's values. No parameter changes these. */
export function promptOf(workflow: Workflow, { order, parameters, files, prefix }: Request): Graph {
  const { map } = workflow
  const { task, making } = order
  const nodes = new Map(
    Object.entries(overlaid(workflow.graph, parameters)).map(([id, node]) => [
      id,
      { ...node, inputs: { ...node.inputs } },
    ]),
  )
  const set = (places: NodeMap['prompt'] | undefined, value: unknown) => {
    for (const { node, input } of places ?? []) Object.assign(nodes.get(node)?.inputs ?? {}, { [input]: value })
  }
  set(map.prompt, task.prompt)
  if (task.negativePrompt !== null) set(map.negative_prompt, task.negativePrompt)
  set(map.seed, task.seed)
  set(map.width, making.width)
  set(map.height, making.height)
  set(map.frames, making.frames)
  set(map.rate, making.fps)
  const output = nodes.get(map.output)?.inputs
  if (output && 'filename_prefix' in output) output['filename_prefix'] = prefix
  for (const [slot, name] of files) {
    if (name !== null) set([slot], name)
    else for (const id of [slot.node, ...slot.remove]) nodes.delete(id)
  }
  for (const { inputs } of nodes.values()) {
    for (const [input, value] of Object.entries(inputs)) {
      const target = linkOf(value)
      if (target !== null && !nodes.has(target)) delete inputs[input]
    }
  }
  return Object.fromEntries(nodes)
}

/** `{"NODE": {"INPUT": value}}` changes inputs; a value with `class_type` is a whole node. */
function overlaid(graph: Graph, parameters: readonly Parameters[]): Graph {
  const nodes = { ...graph } as Record<string, Graph[string]>
  for (const [id, change] of parameters.flatMap(Object.entries)) {
    const node = nodes[id]
    if (isNode(change)) nodes[id] = change
    else if (node) nodes[id] = { ...node, inputs: { ...node.inputs, ...(change as object) } }
  }
  return nodes
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isNode = (value: unknown): value is Graph[string] =>
  isRecord(value) && typeof value['class_type'] === 'string' && isRecord(value['inputs'])

/** Problems of parameters, of which each must be an input of a node of the graph, or a node. */
export function strayParameters(graph: Graph, parameters: Parameters): string[] {
  return Object.entries(parameters).flatMap(([id, change]) => {
    if (isNode(change)) return []
    if (!isRecord(change)) return [`${id} must be {"INPUT": value, …}, or a node with class_type and inputs`]
    return graph[id] ? [] : [`the workflow has no node ${id}. It has ${Object.keys(graph).join(', ')}`]
  })
}
