import { readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

/** Processor seconds of a process and of its children that have ended; 0 where /proc is missing. */
export async function processorSeconds(pid: number | 'self'): Promise<{ own: number; children: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name, which may contain anything: utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (index: number) => Number(fields[index] ?? 0) / TICKS_PER_SECOND
  return { own: seconds(11) + seconds(12), children: seconds(13) + seconds(14) }
}
