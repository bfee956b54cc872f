/** Messages between a lane (a process that runs test files) and the run. */

export type ToLane = { readonly file: string } | { readonly end: true }

export type FromLane =
  /** Ready for a file; sent at the start and after each file. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'spent'; readonly spent: Spent }
  /** Something of the file happened, so it does not hang: a test began, if it has a name. */
  | { readonly kind: 'alive'; readonly begun?: string }
  | ({ readonly kind: 'result' } & FileResult)
  | { readonly kind: 'warning'; readonly text: string }

export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly skipped: readonly string[]
  readonly failures: readonly Failure[]
  readonly seconds: number
}

export interface Failure {
  /** The test's name after those of the tests around it. */
  readonly name: string
  readonly error: string
}

/** Seconds of a file: its wall time, the processor time of its lane and of the processes that it started, and what for. */
export interface Spent {
  readonly file: string
  readonly wall: number
  readonly own: number
  readonly started: number
  readonly by: Readonly<Record<string, number>>
}

/** Name of the test inside a file's that ends when the file is loaded. */
export const LOADING = 'loading'
