import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { decodingEnvironment } from './environment.ts'

/** What V8 reserves before it has run anything, most of it for code. */
const RESERVED_MB = 640

export interface Confinement extends Pick<ForkOptions, 'detached' | 'stdio'> {
  /** Of native code and JavaScript together; an allocation beyond it fails. The operating system holds the child to it. */
  readonly memoryMb: number
  /** Of JavaScript alone; V8's own limit where it is left out. */
  readonly heapMb?: number
}

/**
 * Forks a child that opens foreign files. Every process that decodes starts here, so that each has a limit of memory, none
 * leaves a dump of it and none has a secret of ours. What the child starts is held to the same.
 */
export function forkConfined(module: string, { memoryMb, heapMb, ...options }: Confinement): ChildProcess {
  const limits = `ulimit -c 0; ulimit -d ${(RESERVED_MB + memoryMb) * 1024}; exec "$0" "$@"`
  const flags = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${heapMb / 8}`]
  return fork(module, [], {
    ...options,
    env: decodingEnvironment(),
    execPath: '/bin/sh',
    execArgv: ['-c', limits, process.execPath, ...flags],
    serialization: 'json',
  })
}
