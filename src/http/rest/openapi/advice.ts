import type { ErrorCode } from '../../../errors.ts'
import * as figures from './figures.ts'

/**
 * Whether the same request is worth sending again: `no`, it will be refused again; `later`, once something has changed, by
 * itself or by the caller; `wait`, after the seconds of Retry-After.
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

/** What each code of the catalogue means to a caller. */
export const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  invalid_json: no('The body is not JSON in UTF-8, or nested too deep.', 'Send valid JSON.'),
  invalid_parameter: no('A parameter has a wrong form or value.', 'Correct the one that `param` names.'),
  missing_parameter: no('A required parameter is not there.', 'Add the one that `param` names.'),
  unknown_parameter: no(
    'A parameter is not one of this call.',
    'Leave it out, or correct its name; nothing is silently ignored.',
  ),
  conflicting_parameters: no(
    'Two parameters exclude each other, or one belongs to another mode.',
    'Leave out the one that `param` names, or change `mode`.',
  ),
  reference_not_supplied: no(
    'The prompt refers to material that was not supplied, or holds what looks like a reference and is none.',
    'Correct the reference in the prompt (`@图片1`, with plain digits), or add the file to `references`.',
  ),
  negative_prompt_unsupported: no(
    '`negative_prompt` is not part of this form of the interface.',
    'Say in `prompt` what you want to see.',
  ),
  file_expired: no(`The file is older than ${figures.FILE_TIME}.`, 'Upload it again and use its new id.'),
  file_wrong_kind: no('The file is of a kind that does not fit here.', 'Use an image for a start or end frame.'),
  empty_file: no('The file has no bytes.', 'Check what you send in the part `file`.'),
  audio_duration_unreadable: no(
    'The length of the sound cannot be read.',
    'Export the file again, with a whole header.',
  ),
  media_unreadable: no('The file is damaged, or not what it seems.', 'Export it again in one of the accepted formats.'),
  image_too_large: no(
    `The image has more than ${figures.PIXELS}, or each picture of the video more than ${figures.VIDEO_PIXELS}.`,
    'Make it smaller.',
  ),
  material_too_long: no(
    `The videos or the sounds last more than ${figures.MATERIAL_TIME} together.`,
    'Shorten them, or use fewer.',
  ),
  material_too_short: no(
    'A reference video has too few pictures to be used.',
    'Use one of at least 5 pictures at 24 a second.',
  ),
  too_many_references: no(
    'There are more references of a kind than the model takes.',
    `Use at most ${figures.REFERENCES}.`,
  ),
  invalid_cursor: no(
    '`after` is not an item of this list.',
    'Take `last_id` of the page before, or begin again without `after`.',
  ),
  upscale_not_eligible: no(
    'Only finished 768p videos can be upscaled.',
    'Wait until the video has succeeded, or choose another.',
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
  invalid_api_key: no('The key or token is not known.', 'Check that it was copied whole, or create another key.'),
  api_key_revoked: no('The key was revoked.', 'Use another key.'),
  api_key_expired: no('The key has passed its `expires_at`.', 'Create another key.'),
  read_token_expired: no(
    `The read token is older than ${figures.TOKEN_TIME}.`,
    'Ask for a new one with `POST /v1/read-tokens`.',
  ),
  insufficient_balance: later(
    'The available balance does not cover the price; nothing was charged.',
    'Top up, or wait until running tasks have ended and what they did not use is released.',
  ),
  insufficient_scope: no('The key or token may not do this.', 'Use a key that has the scope which the message names.'),
  account_disabled: no('The account is disabled; its tasks go on and settle.', 'Ask the operator.'),
  invalid_signature: no(
    'The signed link was changed, or is another’s.',
    'Get the video again and use its `video_uri` as it is.',
  ),
  video_not_found: no('There is no such video in this account.', 'Check the id; a deleted video is gone for good.'),
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
    'There is nothing at this address.',
    'Check the path against this documentation; the earlier form has fewer.',
  ),
  method_not_allowed: no('The address does not take this method.', 'Use one of those that the header `Allow` names.'),
  task_not_cancellable: no('The task has ended, or is so far that nothing is left to save.', 'Take it as it is.'),
  task_not_deletable: later(
    'The task has not ended, or its video is being upscaled.',
    'Cancel it first, or wait for its end.',
  ),
  file_in_use: later(
    'A task that has not ended needs the file.',
    `Wait for its end; the file also goes by itself after ${figures.FILE_TIME}.`,
  ),
  idempotency_in_progress: wait(
    'The first request with this Idempotency-Key is still running.',
    'Send the same request again for its answer.',
  ),
  video_not_ready: later(
    'The video is not finished yet.',
    'Watch its events, or ask again until `status` is `succeeded`.',
  ),
  video_unavailable: no(
    'The task failed, or was cancelled or rejected: there is no video.',
    'Read `fail_detail`; create a new task.',
  ),
  upscale_price_changed: no(
    'The price has changed since the quote; nothing was made.',
    'Fetch a new quote, or send `details.current_amount_micro` if you agree to it.',
  ),
  key_limit_reached: later(
    'The account has as many active keys as it may; nothing was made.',
    'Revoke one that is not used any more, or ask the operator for more. `details` has `limit` and `active`.',
  ),
  video_expired: no(
    'The video is no longer kept.',
    'Create it again. `output.available_until` tells how long one is kept.',
  ),
  video_deleted: no(
    'The task that this Idempotency-Key made was deleted.',
    'Use a new Idempotency-Key for a new task.',
  ),
  source_unavailable: no('The video that is to be upscaled is no longer kept.', 'Create it again.'),
  link_expired: no(`The signed link is older than ${figures.LINK_TIME}.`, 'Get the video again for a new one.'),
  request_too_large: no(
    `The body is larger than ${figures.JSON_SIZE}.`,
    'Send less; files are uploaded with `POST /v1/files`.',
  ),
  file_too_large: no(
    'The file is larger than its kind may be.',
    `At most ${figures.IMAGE_SIZE} for an image, ${figures.AUDIO_SIZE} for sound, ${figures.VIDEO_SIZE} for a video.`,
  ),
  storage_quota_exceeded: later(
    'The account keeps as many bytes of uploads as it may; nothing was kept of this one.',
    'Delete files, or wait until some expire. `details` has `limit_bytes` and `available_bytes`.',
  ),
  unsupported_media_type: no(
    'The body, or the file, is of a type or in a codec that is not taken here.',
    'Send JSON, or a file in one of the accepted formats; the message names the codecs.',
  ),
  range_not_satisfiable: no(
    'The range begins behind the end of the bytes.',
    'Ask for a part within the size that `Content-Range` tells.',
  ),
  idempotency_key_reused: no('The Idempotency-Key was used with another body.', 'Use a new key for a new request.'),
  rate_limit_exceeded: wait(
    'The key, or all keys of the account together, made too many requests in this minute, or the key holds too many streams ' +
      'open; or too many uploads of the account wait.',
    'Wait, and spread requests out.',
  ),
  concurrency_limit_exceeded: wait(
    'The account has as many unfinished tasks as it may.',
    'Wait until one has ended, or cancel one.',
  ),
  stream_lagged: later(
    'A GraphQL subscription was read too slowly for what happened.',
    'Subscribe again from the last cursor.',
  ),
  internal_error: later(
    'Something went wrong on our side.',
    'Try again with the same Idempotency-Key; if it stays, report the `request_id`.',
  ),
  prompt_optimizer_unavailable: later(
    'The prompt could not be optimised; nothing was charged.',
    'Try again, or use the prompt as it is.',
  ),
  overloaded: wait(
    'The service has more to do than it can, is restarting, or another change of the account takes long.',
    'Send the same request again after the wait.',
  ),
  storage_unavailable: wait(
    'The files of the service cannot be reached.',
    'Send the same request again after the wait.',
  ),
  insufficient_storage: later('There is no room for more files.', 'Upload later; creates without files are taken.'),
}
