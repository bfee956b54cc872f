import { randomUUID } from 'node:crypto'
import type { Prompt } from './judge.ts'
import { type Entry, type Job, type Raised, runJob } from './run.ts'

export interface QueueOptions {
  readonly recent: boolean
  readonly pause: (job: Job, node: string, step: number) => Promise<void> | void
  readonly raised: (job: Job, node: string) => Raised | null
  readonly push: (client: string, type: string, data: object) => void
  readonly read: (name: string) => Buffer | null
}

/** Runs one prompt after another, and keeps the finished ones. */
export class PromptQueue {
  readonly jobs: Job[] = []
  readonly history = new Map<string, Entry>()
  running: Job | null = null
  readonly #options: QueueOptions
  #interrupt = Promise.withResolvers<void>()
  #isInterrupted = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  get pending(): Job[] {
    return this.jobs.filter(({ state }) => state === 'pending')
  }

  put(wish: { id: string | null; client: string; prompt: Prompt; outputs: readonly string[] }): Job {
    const job: Job = { ...wish, id: wish.id ?? randomUUID(), state: 'pending', opened: new Map(), made: null }
    this.jobs.push(job)
    void this.#work()
    return job
  }

  /** Removes a prompt that waits. */
  remove(id: string): void {
    for (const job of this.pending) if (job.id === id) job.state = 'deleted'
  }

  /** Stops whatever runs. */
  interrupt(): void {
    this.#isInterrupted = true
    this.#interrupt.resolve()
  }

  /** Forgets everything. */
  restart(): void {
    for (const job of [...this.pending, this.running ?? []].flat()) job.state = 'deleted'
    this.running = null
    this.history.clear()
  }

  async #work(): Promise<void> {
    const [job] = this.pending
    if (this.running || !job) return
    this.running = job
    job.state = 'running'
    this.#isInterrupted = false
    this.#interrupt = Promise.withResolvers()
    const { recent, push, pause, read, raised } = this.#options
    const entry = await runJob(job, {
      recent,
      read,
      raised,
      push: (type, data) => push(job.client, type, data),
      pause: (...step) => Promise.race([this.#interrupt.promise, pause(...step)]),
      isInterrupted: () => this.#isInterrupted,
    })
    if (this.running !== job) return
    this.running = null
    this.history.set(job.id, entry)
    push(job.client, 'executing', { node: null, prompt_id: job.id })
    void this.#work()
  }
}
