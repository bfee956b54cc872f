import { setTimeout as pause } from 'node:timers/promises'
import { EngineFailure } from '../failure.ts'
import type { Follower, Order, VideoApi } from './api.ts'
import { askJson, ServerFault } from './call.ts'
import { CANCEL_MS, LAST_CREATE_MS, type Pace } from './pace.ts'
import { refusalIn } from './verdict.ts'

/** Waits until the time is over, something has changed, or the run is stopped. @throws the signal's reason */
async function wait(ms: number, signal: AbortSignal, changed?: Promise<void>): Promise<void> {
  const over = new AbortController()
  const time = pause(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {})
  await (changed ? Promise.race([time, changed]) : time)
  over.abort()
  signal.throwIfAborted()
}

/**
 * Starts a video and returns its id. Repeats the request for a limited time if the server is busy. After an abort it still
 * waits a moment for the response, so that it can cancel the video.
 */
export async function begin(api: VideoApi, order: Order, signal: AbortSignal, pace: Pace): Promise<string> {
  const { call, id: chosen } = await api.order(order, AbortSignal.any([signal, AbortSignal.timeout(pace.create)]))
  const late = new AbortController()
  const stop = () => setTimeout(() => late.abort(signal.reason), LAST_CREATE_MS)
  signal.addEventListener('abort', stop, { once: true })
  const until = performance.now() + pace.room
  try {
    for (;;) {
      signal.throwIfAborted()
      try {
        const patience = AbortSignal.any([late.signal, AbortSignal.timeout(pace.create)])
        const id = api.idOf(await askJson(api.server, { ...call, signal: patience }))
        if (!signal.aborted) return id
        await end(api, id)
      } catch (error) {
        const full = error instanceof ServerFault && error.kind === 'busy' && performance.now() < until
        if (!full || signal.aborted) {
          if (chosen !== null) await end(api, chosen)
          signal.throwIfAborted()
          throw error
        }
        await wait(pace.again, signal)
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Polls until the video is done, and at once when its server announces a change. Tolerates temporary errors for a limited time.
 * @returns the path of the file
 * @throws Refusal, ServerFault, EngineFailure, the signal's reason
 */
export async function untilDone(
  api: VideoApi,
  id: string,
  { signal, pace, hasMaterial }: { readonly signal: AbortSignal; readonly pace: Pace; readonly hasMaterial: boolean },
  onFraction: (fraction: number) => void,
): Promise<string> {
  let heard = performance.now()
  using follower = followerOf(api, id, onFraction)
  for (;;) {
    await wait(pace.poll, signal, follower.changed())
    try {
      const state = await follower.state(AbortSignal.any([signal, AbortSignal.timeout(pace.answer)]))
      heard = performance.now()
      if (state.is === 'done') return state.contentPath ?? api.contentPath(id)
      if (state.is === 'gone') throw new ServerFault('gone', 'the video was cancelled on its server')
      if (state.is === 'failed') {
        const { code, words } = state.complaint
        const why = `the server failed to make the video: ${`${code} ${words}`.trim().slice(0, 1000)}`
        throw (
          refusalIn(state.complaint, hasMaterial) ?? new EngineFailure(why, { retry: !state.complaint.blamesRequest })
        )
      }
      if (state.fraction !== null) onFraction(state.fraction)
    } catch (error) {
      signal.throwIfAborted()
      const passing = error instanceof ServerFault && (error.kind === 'away' || error.kind === 'busy')
      if (!passing || performance.now() - heard > pace.silence) throw error
    }
  }
}

/** The server's follower, or one that only asks. */
function followerOf(api: VideoApi, id: string, onFraction: (fraction: number) => void): Follower & Disposable {
  const follower = api.follow?.(id, onFraction) ?? {
    state: async (signal: AbortSignal) => api.stateOf(await askJson(api.server, { path: api.statePath(id), signal })),
    changed: () => new Promise<never>(() => {}),
    close: () => {},
  }
  return { ...follower, [Symbol.dispose]: follower.close }
}

/** Cancels a video on its server, or deletes it there. Errors are ignored. */
export async function end(api: VideoApi, id: string): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_MS)
  const ended = api.end?.(id, signal) ?? askJson(api.server, { method: 'DELETE', path: api.videoPath(id), signal })
  await ended.catch(() => {})
}
