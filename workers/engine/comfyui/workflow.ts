import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../../../src/config.ts'

/** A node in ComfyUI's API format. An input is a value, or a link: the id of another node and the number of its output. */
export interface GraphNode {
  readonly class_type: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** Nodes by id. */
export type Graph = Readonly<Record<string, GraphNode>>

const place = { node: z.string(), input: z.string() }
const Place = z.strictObject(place, { error: 'must be {"node": "…", "input": "…"}' })
const Places = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(Place).min(1))
/** The input of a node that opens an uploaded file. */
const Slot = z.strictObject(
  {
    ...place,
    /** Whether a task may come without this file. The node is then left out. */
    optional: z.boolean().default(false),
    /** Nodes that are left out with it. */
    remove: z.array(z.string()).default([]),
  },
  { error: 'must be {"node": "…", "input": "…"}' },
)
const Slots = z.array(Slot).default([])

const NodeMap = z.strictObject({
  prompt: Places,
  negative_prompt: Places.optional(),
  seed: Places,
  width: Places,
  height: Places,
  frames: Places,
  /** Frames a second, if the graph has an input for it. */
  rate: Places.optional(),
  start_image: Slot.optional(),
  end_image: Slot.optional(),
  references: z.strictObject({ image: Slots, video: Slots, audio: Slots }).optional(),
  /** The node that saves the video. */
  output: z.string(),
})

const Video = z.strictObject({
  fps: z.number().min(1).max(120),
  /** The model makes a multiple of `multiple`, plus `plus`. */
  frames: z
    .strictObject({
      multiple: z.int().positive().default(1),
      plus: z.int().min(0).default(0),
      max: z.int().positive().optional(),
    })
    .prefault({}),
  size: z
    .strictObject({ multiple: z.int().positive().default(16), max_pixels: z.int().positive().optional() })
    .prefault({}),
  sound: z.boolean().default(false),
})

const Nodes = z
  .record(z.string(), z.looseObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }))
  .refine((nodes) => Object.keys(nodes).length > 0, 'has no nodes')

const WorkflowFile = z.strictObject({ video: Video, map: NodeMap, workflow: Nodes })

export type NodeMap = z.infer<typeof NodeMap>
export type VideoRules = z.infer<typeof Video>
export type Slot = z.infer<typeof Slot>
export type Place = z.infer<typeof Place>
export interface Workflow {
  readonly video: VideoRules
  readonly map: NodeMap
  readonly graph: Graph
}

/** The places of a map, each with its name in the file. */
export function placesOf(map: NodeMap): (readonly [name: string, place: Place])[] {
  const { output: _, references, ...others } = map
  return Object.entries({ ...others, ...references }).flatMap(([name, places]) =>
    [places ?? []].flat().map((each) => [name, each] as const),
  )
}

export const slotsOf = ({ start_image, end_image, references }: NodeMap): Slot[] =>
  [start_image ?? [], end_image ?? [], ...Object.values(references ?? {})].flat()

/**
 * An operator's workflow with its node map (docs/engines/comfyui.md#your-own-workflow).
 * @throws ConfigError with all problems of the file
 */
export function readWorkflow(path: string): Workflow {
  const raw = parse(path)
  const file = WorkflowFile.safeParse(raw)
  // A map or a graph that is valid by itself is checked together with the other, whatever else is wrong.
  const map = NodeMap.safeParse(raw['map'])
  const nodes = Nodes.safeParse(raw['workflow'])
  const problems = [
    ...(file.error?.issues ?? []).map((issue) => `${nameOf(issue.path)}: ${issue.message}`),
    ...(nodes.success ? brokenLinks(nodes.data) : []),
    ...(nodes.success && map.success ? strayPlaces(map.data, nodes.data) : []),
  ]
  if (file.success && problems.length === 0) {
    return { video: file.data.video, map: file.data.map, graph: file.data.workflow }
  }
  throw new ConfigError(`ENGINE_WORKFLOW: ${path} has problems:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}

function parse(path: string): Record<string, unknown> {
  const wrong = (why: string) => new ConfigError(`ENGINE_WORKFLOW: ${path} ${why}`)
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw wrong(`cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) throw wrong('must contain a JSON object')
  const file = raw as Record<string, unknown>
  const graph = (file['workflow'] ?? file) as { nodes?: unknown }
  if (Array.isArray(graph.nodes)) {
    throw wrong('has a workflow in the format of the editor: export it in the API format (File → Export (API))')
  }
  return file
}

const nameOf = (path: readonly PropertyKey[]) => path.join('.') || 'the file'

const shown = (id: string, graph: Graph) => `node ${id} (${graph[id]?.class_type})`

export function linkOf(value: unknown): string | null {
  const isLink =
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isInteger(value[1])
  return isLink ? value[0] : null
}

function brokenLinks(graph: Graph): string[] {
  return Object.entries(graph).flatMap(([id, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      const target = linkOf(value)
      if (target === null || graph[target]) return []
      return [`workflow: input ${input} of ${shown(id, graph)} is linked to node ${target}, which does not exist`]
    }),
  )
}

function strayPlaces(map: NodeMap, graph: Graph): string[] {
  const absent = (name: string, ids: readonly string[]) =>
    ids.filter((id) => !graph[id]).map((id) => `map.${name}: the workflow has no node ${id}`)
  const places = placesOf(map).flatMap(([name, { node, input }]) => {
    const found = graph[node]
    if (!found) return [`map.${name}: the workflow has no node ${node} (for its input ${input})`]
    if (!(input in found.inputs)) return [`map.${name}: ${shown(node, graph)} has no input ${input}`]
    const source = linkOf(found.inputs[input])
    return source === null
      ? []
      : [`map.${name}: input ${input} of ${shown(node, graph)} is linked to node ${source}: map that node’s input`]
  })
  const removed = slotsOf(map).flatMap(({ node, remove }) => absent(`remove of node ${node}`, remove))
  return [...places, ...removed, ...absent('output', [map.output])]
}
