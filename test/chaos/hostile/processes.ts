import { readFile } from 'node:fs/promises'

/** The children of a process; Linux only. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Memory of a process and its children, in MB; shared memory counts once. */
export async function memoryOf(pid: number): Promise<number> {
  const each = await Promise.all([pid, ...(await childrenOf(pid))].map(shareOf))
  return each.reduce((sum, more) => sum + more, 0)
}

async function shareOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  return Number(/^Pss:\s*(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}
