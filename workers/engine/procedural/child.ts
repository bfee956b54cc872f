import type { Size } from '../../../src/media/canvas.ts'
import { type Progress, Refusal } from '../engine.ts'
import { codecFor } from './codec/choose.ts'
import type { Job, Report } from './jobs.ts'

/**
 * The forked process that makes the pixels: a native crash or SIGKILL ends only this process. It leads its own process group,
 * and ends the group (with a spawned ffmpeg) when the parent disappears.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.once('message', (job: Job) => {
  run(job).then(
    (sizes) => last({ done: true, sizes }),
    (error: unknown) => last(failureOf(error)),
  )
})

function failureOf(error: unknown): Report {
  if (error instanceof Refusal) return { refused: error.detail }
  return { failed: error instanceof Error ? error.message : String(error) }
}

/**
 * Exits once the message is sent, so that native clean-up cannot hang. After a failure it also ends the processes that it
 * spawned.
 */
function last(report: Report) {
  process.send?.(report, () => {
    if ('done' in report) process.exit(0)
    process.kill(-process.pid, 'SIGKILL')
  })
}

/** Each job loads only the modules that it needs: loading all of them costs more than many jobs. */
async function run(job: Job): Promise<readonly Size[]> {
  const codec = await codecFor(job.ffmpegPath)
  switch (job.kind) {
    case 'fit':
      return (await import('./fit.ts')).fit(codec, job)
    case 'render':
      await (await import('./render.ts')).render(codec, job, reporter(), (preview) =>
        process.send?.({ preview } satisfies Report, () => {}),
      )
      return []
    case 'conform':
      await (await import('./recode.ts')).recode(codec, job, reporter())
      return []
    case 'mark':
      await (await import('./mark/mark.ts')).mark(codec, job, reporter())
      return []
    case 'package':
      await (await import('./pack.ts')).pack(codec, job, reporter())
      return []
    case 'upscale':
      await codec.upscale(job.rendered, job.output, { ...job, onProgress: reporter() })
      return []
  }
}

/** Sends at most twenty reports a second, and the last one. */
function reporter(): Progress {
  let sent = 0
  return (fraction) => {
    const now = performance.now()
    if (fraction < 1 && now - sent < 50) return
    sent = now
    // Fails if the parent is gone. The error is ignored, so that `disconnect` ends the group before anything else ends this
    // process.
    process.send?.({ progress: Math.min(1, fraction) } satisfies Report, () => {})
  }
}
