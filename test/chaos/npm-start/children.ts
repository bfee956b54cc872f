import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The children of `npm start`. Postgres is two processes: the server, and the shell that stops it with its parent. */
export const KINDS = ['server', 'shell', 'gateway', 'worker'] as const
export type Kind = (typeof KINDS)[number]

const ARGUMENTS: Readonly<Record<Kind, RegExp>> = {
  server: /^\S*\/postgres -D /,
  shell: /^\S*sh -c /,
  gateway: /src\/main\.ts$/,
  worker: /workers\/main\.ts$/,
}

const LOOK_MS = 30

interface Process {
  readonly pid: number
  readonly parent: number
  readonly words: string
}

async function processes(): Promise<Process[]> {
  // The shell's command has line breaks, and the lines after them have no process id.
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 2 ** 26,
  })
  return [...stdout.matchAll(/^ *(\d+) +(\d+) +([^Z\s]\S*) +(.*)$/gm)].map(([, pid, parent, , words]) => ({
    pid: Number(pid),
    parent: Number(parent),
    words: words ?? '',
  }))
}

/** The process of a kind below the parent of `npm start`; null if none runs. */
export async function childOf(parent: number, kind: Kind): Promise<number | null> {
  const all = await processes()
  const find = (of: number, wanted: Kind) =>
    all.find(({ parent, words }) => parent === of && ARGUMENTS[wanted].test(words))?.pid ?? null
  if (kind !== 'server') return find(parent, kind)
  const shell = find(parent, 'shell')
  return shell === null ? null : find(shell, 'server')
}

/**
 * Kills a process of a kind, once there is one that is not among `others`.
 * @returns its id; null if none started in time
 */
export async function killNext(
  parent: number,
  kind: Kind,
  others: ReadonlySet<number>,
  limitMs: number,
): Promise<number | null> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(LOOK_MS)) {
    const pid = await childOf(parent, kind)
    if (pid === null || others.has(pid)) continue
    try {
      process.kill(pid, 'SIGKILL')
      return pid
    } catch {
      // It ended in between.
    }
  }
  return null
}
