/** How long a model server is waited for, in milliseconds. */
export interface Pace {
  /** Between two questions for a video's state. */
  readonly poll: number
  /** For the answer to one such question. */
  readonly answer: number
  /** For the answer to a request with its material, and between two tries of a server that has no room. */
  readonly create: number
  readonly again: number
  /** In all, for room. */
  readonly room: number
  /** Without any good answer on a video's state. */
  readonly silence: number
  /** Without a byte of a download. */
  readonly stall: number
}

export const PACE: Pace = {
  poll: 1000,
  answer: 15_000,
  create: 300_000,
  again: 2000,
  room: 300_000,
  silence: 60_000,
  stall: 30_000,
}

/**
 * After an abort the engine has two seconds: a running create may still return the video's id, so that it can be cancelled;
 * then the cancel is waited for.
 */
export const LAST_CREATE_MS = 1000
export const CANCEL_MS = 700
