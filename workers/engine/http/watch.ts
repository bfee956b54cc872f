import { setTimeout as pause } from 'node:timers/promises'
import { EngineFailure } from '../failure.ts'
import type { Order, VideoApi } from './api.ts'
import { askJson, ServerFault } from './call.ts'
import { CANCEL_MS, LAST_CREATE_MS, type Pace } from './pace.ts'
import { refusalIn } from './verdict.ts'

/** Waits until the time is over or the run is stopped. @throws the signal's reason */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}

/**
 * Starts a video and returns its id. Repeats the request for a limited time if the server is busy. After an abort it still
 * waits a moment for the response, so that it can cancel the video.
 */
export async function begin(api: VideoApi, order: Order, signal: AbortSignal, pace: Pace): Promise<string> {
  const { call, id: chosen } = await api.order(order)
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
 * Polls until the video is done. Tolerates temporary errors for a limited time.
 * @throws Refusal, ServerFault, EngineFailure, the signal's reason
 */
export async function untilDone(
  api: VideoApi,
  id: string,
  { signal, pace, hasMaterial }: { readonly signal: AbortSignal; readonly pace: Pace; readonly hasMaterial: boolean },
  onFraction: (fraction: number) => void,
): Promise<void> {
  let heard = performance.now()
  for (;;) {
    await wait(pace.poll, signal)
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(pace.answer)])
      const state = api.stateOf(await askJson(api.server, { path: api.statePath(id), signal: patience }))
      heard = performance.now()
      if (state.is === 'done') return
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

/** Cancels a video on its server, or deletes it there. Errors are ignored. */
export async function end(api: VideoApi, id: string): Promise<void> {
  const call = { method: 'DELETE', path: api.videoPath(id), signal: AbortSignal.timeout(CANCEL_MS) } as const
  await askJson(api.server, call).catch(() => {})
}
