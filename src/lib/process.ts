import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 250

/** Whether there is a process of this number, of whatever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Settles once a process that is no child of this one has ended. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(LOOK_MS, undefined, { ref: false })
}
