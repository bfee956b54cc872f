import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { decodingEnvironment } from './environment.ts'

/** Memory that V8 reserves before it runs anything, mostly for code. */
const RESERVED_MB = 640

export interface Confinement extends Pick<ForkOptions, 'detached' | 'stdio'> {
  /** Limit of native code and JavaScript together, enforced by the operating system; an allocation beyond it fails. */
  readonly memoryMb: number
  /** Limit of JavaScript alone; by default V8's own limit. */
  readonly heapMb?: number
}

/**
 * Forks a child that opens untrusted files. All decoding processes start here, so that each has a memory limit, writes no core
 * dump and has no secrets in its environment. Its own children have the same limits.
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
