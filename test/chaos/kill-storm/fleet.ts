import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Begun } from './engine.ts'

const ROOT = new URL('../../../', import.meta.url)
/** A process that dies by itself this often is not restarted. */
const DEATHS_MAX = 10

export const KINDS = ['gateway', 'worker'] as const
export type Kind = (typeof KINDS)[number]

/** A process that is restarted at once when it dies. */
export interface Member {
  readonly kind: Kind
  /** Of a gateway that accepts requests; unchanged by a restart. */
  readonly url: string
  readonly isReady: boolean
  /** Stages that the current process has started. */
  readonly begun: number
  /** Unanswered creates at this gateway; the clients count them. */
  creating: number
  /** Sends SIGKILL to this process only. */
  kill(): void
}

export interface Fleet {
  readonly members: readonly Member[]
  /** Kills so far. */
  readonly kills: Readonly<Record<Kind, number>>
  /** Gateways that were killed with unanswered creates. */
  readonly killsOfCreates: number
  /** Exits of processes that nobody killed. */
  readonly deaths: readonly string[]
  ready(kind: Kind): Member[]
  /** Waits for a start, a stage or a death of a process. */
  until<T>(look: () => T | null | undefined | false): Promise<T>
  close(): Promise<void>
}

interface Message extends Partial<Begun> {
  readonly ready?: string
  readonly port?: number
}

/**
 * Starts gateways (`src/gateway-main.ts`) and workers (`worker.ts`).
 * @param onBegun may kill the process that started a stage
 */
export function startFleet(
  sizes: Readonly<Record<Kind, number>>,
  options: {
    readonly environment: NodeJS.ProcessEnv
    readonly workerArguments: readonly string[]
    readonly onBegun: (begun: Begun, member: Member) => void
  },
): Fleet {
  const kills = { gateway: 0, worker: 0 }
  const deaths: string[] = []
  const waiting = new Set<() => void>()
  const closers: (() => Promise<void>)[] = []
  let killsOfCreates = 0
  let closing = false
  const changed = () => {
    for (const look of [...waiting]) look()
  }

  const startMember = (kind: Kind): Member => {
    const file = fileURLToPath(
      new URL(kind === 'gateway' ? 'src/gateway-main.ts' : 'test/chaos/kill-storm/worker.ts', ROOT),
    )
    const words = kind === 'gateway' ? [] : options.workerArguments
    const member = { kind, url: '', isReady: false, begun: 0, creating: 0, kill }
    let child: ChildProcess
    let isKilled = false
    let port = 0

    function kill(): void {
      if (isKilled) return
      isKilled = true
      kills[kind] += 1
      if (member.creating > 0) killsOfCreates += 1
      child.kill('SIGKILL')
    }

    const start = () => {
      isKilled = false
      member.begun = 0
      const env = { ...options.environment, PORT: String(port) }
      child = fork(file, words, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      child.on('message', (message: Message) => {
        if (message.ready !== undefined) {
          member.isReady = true
          if (message.port) {
            port = message.port
            member.url = message.ready
          }
        }
        if (message.begun) {
          member.begun += 1
          options.onBegun(message as Begun, member)
        }
        changed()
      })
      child.on('exit', (code, signal) => {
        member.isReady = false
        if (closing) return
        if (!isKilled) deaths.push(`a ${kind} ended by itself (${signal ?? `exit code ${code}`})`)
        if (deaths.length < DEATHS_MAX) start()
        changed()
      })
    }
    start()
    closers.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    })
    return member
  }

  const members = KINDS.flatMap((kind) => Array.from({ length: sizes[kind] }, () => startMember(kind)))
  return {
    members,
    kills,
    get killsOfCreates() {
      return killsOfCreates
    },
    deaths,
    ready: (kind) => members.filter((member) => member.kind === kind && member.isReady),
    until(look) {
      return new Promise((resolve) => {
        const tryIt = () => {
          const found = look()
          if (found === null || found === undefined || found === false) return
          waiting.delete(tryIt)
          resolve(found)
        }
        waiting.add(tryIt)
        tryIt()
      })
    },
    async close() {
      closing = true
      await Promise.all(closers.map((close) => close()))
    },
  }
}
