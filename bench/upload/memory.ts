import { readFileSync } from 'node:fs'

const SAMPLE_MS = 20

function residentMb(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

/** Peak resident memory of a process during `run` minus its memory before, in MiB. Linux only. */
export async function growthDuring(pid: number, run: () => Promise<unknown>): Promise<number> {
  const before = residentMb(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, SAMPLE_MS)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return most - before
}
