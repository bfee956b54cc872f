import { scaleOf } from '../../../../task/pipeline.ts'
import type { Status, Task } from '../../../../task/task.ts'
import { isTerminal } from '../../../../task/task.ts'
import { modelOf } from './model.ts'

/** OpenAI's states. Its clients poll while a video is `queued` or `in_progress`, and treat any other state as the end. */
const STATES: Readonly<Record<Status, 'queued' | 'in_progress' | 'completed' | 'failed'>> = {
  queued: 'queued',
  encoding: 'in_progress',
  rendering: 'in_progress',
  upscaling: 'in_progress',
  packaging: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'failed',
  rejected: 'failed',
}

/** A task as OpenAI's video, with the duration and size that were or will be made. */
export function presentVideo(task: Task): string {
  const { width, height } = task.output ?? sizeOf(task)
  return JSON.stringify({
    id: task.id,
    object: 'video',
    model: modelOf(task),
    status: STATES[task.status],
    progress: Math.floor(task.progress * 100),
    created_at: secondsOf(task.createdAt),
    completed_at: secondsOf(task.completedAt),
    expires_at: secondsOf(task.outputUntil),
    prompt: task.prompt,
    seconds: String(task.durationMs / 1000),
    size: `${width}x${height}`,
    remixed_from_video_id: null,
    error: errorOf(task),
  })
}

function sizeOf({ width, height, resolution }: Task): { readonly width: number; readonly height: number } {
  const scale = scaleOf(resolution)
  return { width: width * scale, height: height * scale }
}

/** Unix time. */
function secondsOf(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1000)
}

function errorOf({ status, failReason, failDetail }: Task): { code: string; message: string } | null {
  if (status === 'succeeded' || !isTerminal(status)) return null
  if (status === 'cancelled') return { code: 'cancelled', message: 'The video was cancelled.' }
  return { code: failReason ?? 'internal_error', message: failDetail ?? 'The video was not made.' }
}
