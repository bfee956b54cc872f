/** Stages of a task in a benchmark of queues. */
export const STAGES = 3

/** Stages that a worker takes. `first` and `second` pass tasks to each other; `any` takes all. */
export const KINDS = { first: [0, 2], second: [1], any: [0, 1, 2] } as const
export type Kind = keyof typeof KINDS

/** Observations of a worker. */
export interface Mark {
  readonly what: 'reports' | 'runs'
  readonly task: string
  readonly stage: number
  readonly ms: number
}

/** Callbacks of a contender's worker. */
export interface Observer {
  /** The report of a stage begins. */
  reports(task: string, stage: number): void
  /** A stage is claimed by the worker, and starts. */
  runs(task: string, stage: number): void
  /** The whole task is done. */
  ended(task: string): void
}

/** The message to a worker process: to work, or to stop. */
export type Order = Kind | 'close'

export type Message = { readonly ready: true } | { readonly ended: string } | { readonly closed: readonly Mark[] }

/** Starts to work and returns a function that stops it. */
export type OpenWorker = (kind: Kind, observer: Observer) => Promise<() => Promise<void>>

/** Milliseconds of a clock that all processes of the machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Reports that this process is ready, and works on request. */
export function serveWorker(open: OpenWorker): void {
  let marks: Mark[] = []
  let close = async () => {}
  const say = (message: Message) => void process.send?.(message)
  const mark = (what: Mark['what']) => (task: string, stage: number) => {
    marks.push({ what, task, stage, ms: machineMs() })
  }
  const observer: Observer = { reports: mark('reports'), runs: mark('runs'), ended: (task) => say({ ended: task }) }
  const obey = async (order: Order) => {
    if (order === 'close') {
      await close()
      say({ closed: marks })
    } else {
      marks = []
      close = await open(order, observer)
      say({ ready: true })
    }
  }
  const fail = (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
  process.on('message', (order: Order) => void obey(order).catch(fail))
  process.on('disconnect', () => process.exit())
  say({ ready: true })
}
