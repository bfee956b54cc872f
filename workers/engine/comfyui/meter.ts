import type { Json } from '../http/call.ts'
import type { Graph } from './workflow.ts'

/** A message of the server's WebSocket. */
export interface Pushed {
  readonly type: string
  readonly data: Json
}

/** Nodes that take most of the time, compared with any other. */
const SAMPLER = /^(KSampler|SamplerCustom)(?!Select)/
const SAMPLER_WEIGHT = 20

const isRecord = (value: unknown): value is Json => value !== null && typeof value === 'object' && !Array.isArray(value)
const shareOf = (value: unknown, max: unknown) => Math.min(1, Number(value) / Number(max)) || 0

/**
 * The share of a graph that is done, by its messages. Servers since July 2025 send the state of all nodes (`progress_state`); older
 * ones only the node that runs (`executing`) and its steps (`progress`).
 */
export function meterOf(graph: Graph): (message: Pushed) => number {
  const weights = new Map(
    Object.entries(graph).map(([id, { class_type }]) => [id, SAMPLER.test(class_type) ? SAMPLER_WEIGHT : 1]),
  )
  const shares = new Map<unknown, number>()
  let running: unknown = null
  const read: Readonly<Record<string, (data: Json) => void>> = {
    execution_cached({ nodes }) {
      for (const id of Array.isArray(nodes) ? nodes : []) shares.set(id, 1)
    },
    executing({ node }) {
      if (running !== null) shares.set(running, 1)
      running = node
    },
    progress({ node, value, max }) {
      shares.set(node ?? running, shareOf(value, max))
    },
    progress_state({ nodes }) {
      for (const [id, state] of Object.entries(isRecord(nodes) ? nodes : {})) {
        if (!isRecord(state)) continue
        shares.set(id, state['state'] === 'finished' ? 1 : shareOf(state['value'], state['max']))
      }
    },
  }
  return ({ type, data }) => {
    read[type]?.(data)
    let [done, all] = [0, 0]
    for (const [id, weight] of weights) {
      all += weight
      done += weight * (shares.get(id) ?? 0)
    }
    return done / all
  }
}
