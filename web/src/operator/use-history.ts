import { useEffect, useState } from 'react'
import type { FleetQuery } from './generated/graphql.ts'

/** For each reading: its time, and the numbers of waiting and running stages. */
export type History = readonly [seconds: number[], waiting: number[], running: number[]]

/** Ten minutes, at one reading every two seconds. */
const KEPT = 300

/** Readings since the page was opened. The gateway keeps no such history, but its metrics do. */
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
