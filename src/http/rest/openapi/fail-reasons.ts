import type { FailReason } from '../../../task/task.ts'

/** Meaning of each `fail_reason` of a task, and advice for callers. */
export const FAIL_REASONS: Readonly<Record<FailReason, string>> = {
  content_policy_input: 'Rejected: the prompt or the material is against the content policy. Change it.',
  content_policy_output: 'Rejected: the generated video is against the content policy. Change the prompt.',
  invalid_asset: 'An uploaded file could not be used for this video. Upload another.',
  queue_timeout: 'No compute became free in time. Create the task again later.',
  processing_timeout: 'Processing took too long. Create the task again.',
  processing_interrupted: 'Processing was interrupted too often. Create the task again.',
  output_corrupt: 'The generated video failed the final check. Create the task again, perhaps with another seed.',
  storage_error: 'The finished video could not be stored. Create the task again.',
  generation_error: 'The model could not make this video. Change the prompt or the material, or try again.',
  internal_error: 'Something went wrong on our side. Create the task again. If the error persists, report its id.',
}
