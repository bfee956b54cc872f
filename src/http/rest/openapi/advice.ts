import type { ErrorCode } from '../../../errors.ts'
import * as figures from './figures.ts'

/**
 * Whether to send the same request again. `no`: it would be refused again. `later`: after something has changed, by itself or by
 * the caller. `wait`: after the seconds of Retry-After.
 */
export type Again = 'no' | 'later' | 'wait'

export interface Advice {
  readonly happened: string
  readonly todo: string
  readonly again: Again
}

const no = (happened: string, todo: string): Advice => ({ happened, todo, again: 'no' })
const later = (happened: string, todo: string): Advice => ({ happened, todo, again: 'later' })
const wait = (happened: string, todo: string): Advice => ({ happened, todo, again: 'wait' })

/** Meaning of each error code, and advice for callers. */
export const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  invalid_json: no('The body is not JSON in UTF-8, or is nested too deeply.', 'Send valid JSON.'),
  invalid_parameter: no('A parameter has a wrong type or value.', 'Correct the parameter named by `param`.'),
  missing_parameter: no('A required parameter is missing.', 'Add the parameter named by `param`.'),
  unknown_parameter: no(
    'This call has no such parameter.',
    'Leave it out or correct its name. Unknown parameters are never ignored.',
  ),
  conflicting_parameters: no(
    'Two parameters exclude each other, or one belongs to another mode.',
    'Leave out the parameter named by `param`, or change `mode`.',
  ),
  reference_not_supplied: no(
    'The prompt refers to material that was not supplied, or contains text that only looks like a reference.',
    'Correct the reference in the prompt (`@图片1`, with plain digits), or add the file to `references`.',
  ),
  negative_prompt_unsupported: no(
    '`negative_prompt` is not part of this version of the interface.',
    'Describe what you want to see in `prompt`.',
  ),
  file_expired: no(`The file is older than ${figures.FILE_TIME}.`, 'Upload it again and use its new id.'),
  file_wrong_kind: no('The file has the wrong kind for this parameter.', 'Use an image for a start or end frame.'),
  empty_file: no('The file has no bytes.', 'Check the content of the part `file`.'),
  audio_duration_unreadable: no(
    'The duration of the audio cannot be read.',
    'Export the file again, with a complete header.',
  ),
  media_unreadable: no(
    'The file is damaged, or its content does not match its format.',
    'Export it again in one of the accepted formats.',
  ),
  image_too_large: no(
    `The image has more than ${figures.PIXELS}, or a frame of the video more than ${figures.VIDEO_PIXELS}.`,
    'Make it smaller.',
  ),
  material_too_long: no(
    `The reference videos, or the reference audio files, are longer than ${figures.MATERIAL_TIME} together.`,
    'Shorten them, or use fewer.',
  ),
  material_too_short: no('A reference video has too few frames.', 'Use one with at least 5 frames at 24 per second.'),
  too_many_references: no(
    'There are more references of one kind than the model accepts.',
    `Use at most ${figures.REFERENCES}.`,
  ),
  invalid_cursor: no(
    '`after` is not an item of this list.',
    'Use `last_id` of the previous page, or start again without `after`.',
  ),
  upscale_not_eligible: no(
    'Only finished 768p videos can be upscaled.',
    'Wait until the video has succeeded, or choose another one.',
  ),
  invalid_idempotency_key: no(
    'The Idempotency-Key is empty, too long or not printable ASCII.',
    'Use 1 to 255 characters, such as a UUID.',
  ),
  unsupported_api_version: no(
    'This version does not exist, or the account may not use it.',
    'Leave the header out, or send `2026-11-01`.',
  ),
  missing_api_key: no('There is no Authorization header.', 'Send `Authorization: Bearer <API_KEY>`.'),
  invalid_api_key: no('The key or token is unknown.', 'Check that you copied all of it, or create another key.'),
  api_key_revoked: no('The key was revoked.', 'Use another key.'),
  api_key_expired: no('The key has passed its `expires_at`.', 'Create another key.'),
  read_token_expired: no(
    `The read token is older than ${figures.TOKEN_TIME}.`,
    'Create a new one with `POST /v1/read-tokens`.',
  ),
  insufficient_balance: later(
    'The available balance does not cover the price; nothing was charged.',
    'Top up, or wait until running tasks have ended and their unused amounts are released.',
  ),
  spend_limit_exceeded: later(
    'The key would spend more than its `spend_limit`; nothing was charged.',
    'Raise the limit with a key that has `keys:admin`, use another key, or wait for the next UTC day or month. `details` has ' +
      '`limit_micro`, `spent_micro`, `required_micro` and `period`.',
  ),
  insufficient_scope: no('The key or token may not do this.', 'Use a key with the scope named in the message.'),
  account_disabled: no('The account is disabled. Its tasks continue and are billed.', 'Ask the operator.'),
  origin_not_allowed: no(
    'Pages of this origin may not call `/mcp`.',
    'The operator can add the origin to `CORS_ORIGINS`.',
  ),
  invalid_signature: no(
    'The signed link was changed, or belongs to another video.',
    'Get the video again and use its `video_uri` unchanged.',
  ),
  video_not_found: no('There is no such video in this account.', 'Check the id. A deleted video cannot be restored.'),
  group_not_found: no('There is no such group in this account.', 'Check the id, or watch the videos one by one.'),
  file_not_found: no(
    'There is no such file in this account.',
    'Check the id, or upload the file again. In a create the status is 400.',
  ),
  api_key_not_found: no('There is no such key in this account.', 'Take the id from the list of keys.'),
  delivery_not_found: no(
    'There is no such webhook delivery in this account.',
    'Take the id from the list of deliveries.',
  ),
  route_not_found: no(
    'There is no such route.',
    'Check the path in this documentation. The earlier version has fewer routes.',
  ),
  method_not_allowed: no('The route does not accept this method.', 'Use one of the methods in the header `Allow`.'),
  task_not_cancellable: no(
    'The task has ended, or all billed work is done.',
    'Keep it: cancelling it would save nothing.',
  ),
  task_not_deletable: later(
    'The task has not ended, or its video is being upscaled.',
    'Cancel it first, or wait until it has ended.',
  ),
  file_in_use: later(
    'An unfinished task needs the file.',
    `Wait until the task has ended. The file is deleted by itself after ${figures.FILE_TIME}.`,
  ),
  idempotency_in_progress: wait(
    'The first request with this Idempotency-Key is still running.',
    'Send the same request again to get its answer.',
  ),
  video_not_ready: later('The video is not finished yet.', 'Watch its events, or poll until `status` is `succeeded`.'),
  video_unavailable: no(
    'There is no video, because the task failed, was cancelled or was rejected.',
    'Read `fail_detail`, then create a new task.',
  ),
  upscale_price_changed: no(
    'The price changed after the quote; nothing was created.',
    'Get a new quote, or send `details.current_amount_micro` if you accept it.',
  ),
  price_above_maximum: no(
    'The call would cost more than its `max_amount_micro`; nothing was created.',
    'Raise it to `details.amount_micro` if you accept the price, or change the request.',
  ),
  key_limit_reached: later(
    'The account has reached its limit of active keys; nothing was created.',
    'Revoke an unused key, or ask the operator for a higher limit. `details` has `limit` and `active`.',
  ),
  video_expired: no(
    'The video is no longer kept.',
    'Create it again. `output.available_until` shows how long a video is kept.',
  ),
  video_deleted: no(
    'The task created with this Idempotency-Key was deleted.',
    'Use a new Idempotency-Key for a new task.',
  ),
  source_unavailable: no('The video to upscale is no longer kept.', 'Create it again.'),
  link_expired: no(`The signed link is older than ${figures.LINK_TIME}.`, 'Get the video again for a new link.'),
  request_too_large: no(
    `The body is larger than ${figures.JSON_SIZE}.`,
    'Send less. Upload files with `POST /v1/files`.',
  ),
  file_too_large: no(
    'The file is too large for its kind.',
    `Send at most ${figures.IMAGE_SIZE} for an image, ${figures.AUDIO_SIZE} for audio, ${figures.VIDEO_SIZE} for a video.`,
  ),
  storage_quota_exceeded: later(
    'The account has reached its limit of stored uploads; this file was not kept.',
    'Delete files, or wait until some expire. `details` has `limit_bytes` and `available_bytes`.',
  ),
  unsupported_media_type: no(
    'The type of the body or file, or its codec, is not supported.',
    'Send JSON, or a file in one of the accepted formats. The message names the codecs.',
  ),
  range_not_satisfiable: no(
    'The range begins after the end of the file.',
    'Request a range within the size in `Content-Range`.',
  ),
  idempotency_key_reused: no('The Idempotency-Key was used with another body.', 'Use a new key for a new request.'),
  rate_limit_exceeded: wait(
    'The key, or all keys of the account together, sent too many requests in this minute, the key has too many open streams, or ' +
      'the account has too many waiting uploads.',
    'Wait, and spread requests out.',
  ),
  concurrency_limit_exceeded: wait(
    'The account has reached its limit of unfinished tasks.',
    'Wait until a task has ended, or cancel one.',
  ),
  stream_lagged: later(
    'A GraphQL subscription was read more slowly than its events arrived.',
    'Subscribe again with the last cursor.',
  ),
  internal_error: later(
    'Something went wrong on our side.',
    'Try again with the same Idempotency-Key. If the error persists, report the `request_id`.',
  ),
  prompt_optimizer_unavailable: later(
    'The prompt could not be optimised; nothing was charged.',
    'Try again, or use the prompt unchanged.',
  ),
  overloaded: wait(
    'The service is overloaded or restarting, or another change of the account takes long.',
    'Send the same request again after the wait.',
  ),
  storage_unavailable: wait(
    'The storage of the service cannot be reached.',
    'Send the same request again after the wait.',
  ),
  insufficient_storage: later('The storage is full.', 'Upload later. Creates without files still work.'),
}
