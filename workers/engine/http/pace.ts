/** Time limits and intervals for a model server, in milliseconds. */
export interface Pace {
  /** Between two requests for a video's state. */
  readonly poll: number
  /** For the response to one such request. */
  readonly answer: number
  /** For the response to a request with its material, and between two attempts at a busy server. */
  readonly create: number
  readonly again: number
  /** In all, while the server is busy. */
  readonly room: number
  /** Without any valid response on a video's state. */
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
 * After an abort the engine has two seconds. First a running create may still return the video's id, so that it can be
 * cancelled; the cancel uses the rest.
 */
export const LAST_CREATE_MS = 1000
export const CANCEL_MS = 700
