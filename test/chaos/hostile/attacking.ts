import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Closing } from '../../support/closing.ts'

const ATTACKER = fileURLToPath(new URL('./attacker.ts', import.meta.url))

export interface Order {
  readonly name: string
  readonly port: number
  readonly key: string
  readonly gatewayPid: number
}

/** Count of each outcome. */
export type Tally = Readonly<Record<string, number>>

export interface Attacking {
  begin(): void
  /** Ends it. @returns the results */
  end(): Promise<Tally>
}

/** Starts an attacking process and waits until it is ready. */
export async function prepareAttack(order: Order, closing: Closing): Promise<Attacking> {
  const child: ChildProcess = fork(ATTACKER, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  closing.push(() => child.kill('SIGKILL'))
  const gone = once(child, 'exit').then(() => {
    throw new Error(`the attack ${order.name} ended early`)
  })
  gone.catch(() => {})
  const ask = async (message: string | Order): Promise<unknown> => {
    const answer = once(child, 'message')
    child.send(message)
    const [said] = await Promise.race([answer, gone])
    return said
  }
  await ask(order)
  return {
    begin: () => void child.send('begin'),
    end: async () => (await ask('enough')) as Tally,
  }
}
