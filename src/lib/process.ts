import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 250

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Settles once a process that is not a child of this one has ended. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(LOOK_MS, undefined, { ref: false })
}
