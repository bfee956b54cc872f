import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of 1/100 s. */
interface Sample {
  readonly total: number
  readonly busy: number
  readonly own: number
}

/** Shares of the whole machine, 0 to 1. */
export interface CpuShares {
  readonly ours: number
  readonly others: number
}

/**
 * Watches the machine: `stop` returns the use of this process with all its descendants, and of all others. Linux only.
 */
export function watchCpu(): { stop(): CpuShares | null } {
  const start = sample()
  return {
    stop() {
      const end = sample()
      if (!start || !end || end.total === start.total) return null
      const total = end.total - start.total
      const own = end.own - start.own
      return { ours: own / total, others: Math.max(0, end.busy - start.busy - own) / total }
    },
  }
}

function sample(): Sample | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    // user nice system idle iowait irq softirq steal; guest is within user.
    const ticks = line.split(/\s+/).slice(1, 9).map(Number)
    const total = ticks.reduce((sum, each) => sum + each, 0)
    return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), own: ticksOf([process.pid]) }
  } catch {
    return null
  }
}

/** Processor time of this process and its descendants so far; 0 if unknown. */
export function ownCpuMs(): number {
  return (sample()?.own ?? 0) * 10
}

/** Processor time of these processes and their descendants so far. Linux only. */
export function cpuMsOf(pids: readonly number[]): number {
  return ticksOf(pids) * 10
}

/** These processes and their descendants, with those that have ended and been waited for. */
function ticksOf(pids: readonly number[]): number {
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
      processes.set(pid, { parent: Number(fields[1]), ticks })
    } catch {
      // It has just ended.
    }
  }
  const isCounted = (pid: number): boolean => {
    for (let each = pid, depth = 0; each > 1 && depth < 64; depth++) {
      if (pids.includes(each)) return true
      each = processes.get(each)?.parent ?? 0
    }
    return false
  }
  let sum = 0
  for (const [pid, { ticks }] of processes) if (isCounted(pid)) sum += ticks
  return sum
}
