import { useEffect, useState } from 'react'
import type { FleetQuery } from './generated/graphql.ts'

/** Of each look: when, how many stages waited, how many ran. */
export type History = readonly [seconds: number[], waiting: number[], running: number[]]

/** Ten minutes, at a look every two seconds. */
const KEPT = 300

/** What was seen since the page was opened; the gateway keeps no such history, its metrics do. */
export function useHistory(data: FleetQuery | undefined): History {
  const [history, setHistory] = useState<History>([[], [], []])
  useEffect(() => {
    if (!data) return
    const sum = (of: 'ready' | 'running') => data.queues.reduce((total, queue) => total + queue[of], 0)
    const add = (series: number[], value: number) => [...series, value].slice(-KEPT)
    setHistory(([seconds, waiting, running]) => [
      add(seconds, Date.now() / 1000),
      add(waiting, sum('ready')),
      add(running, sum('running')),
    ])
  }, [data])
  return history
}
