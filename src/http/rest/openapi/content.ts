import { z } from 'zod'
import { VARIANTS } from '../../../storage/link.ts'
import { SUCCEEDED } from './examples.ts'
import * as figures from './figures.ts'
import { IF_MATCH, IF_NONE_MATCH, IF_RANGE, LAST_EVENT_ID, RANGE } from './headers.ts'
import type { Content, Operation } from './operation.ts'
import { query, TOKEN_TEXT } from './shared.ts'
import { VIDEO } from './videos.ts'

const bytes: readonly Content[] = [
  { type: 'video/mp4', schema: z.unknown().meta({ description: 'The video.' }) },
  { type: 'image/webp', schema: z.unknown().meta({ description: 'The thumbnail, with `variant=thumbnail`.' }) },
]

const VALIDATORS = ['ETag', 'Last-Modified', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition'] as const

export const CONTENT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/videos/{id}/content',
    id: 'downloadVideo',
    tag: 'Videos',
    need: 'task:read',
    lets: ['ReadTokenInQuery', 'SignedLink'],
    summary: 'Download a video',
    description:
      'Returns the bytes of a finished video, whole or in part. HEAD returns only the headers. `output.video_uri` is this URL with ' +
      `\`expires\` and \`signature\`; it works for ${figures.LINK_TIME} without a key. ${TOKEN_TEXT}`,
    parameters: [
      VIDEO,
      query('variant', z.enum(VARIANTS).default('video').meta({ description: 'The video or its thumbnail.' })),
      query(
        'expires',
        z.string().meta({ description: 'Part of a signed link, together with `signature`.', pattern: '^[0-9]{1,12}$' }),
      ),
      RANGE,
      IF_RANGE,
      IF_MATCH,
      IF_NONE_MATCH,
    ],
    answers: {
      200: { description: 'All bytes.', content: bytes, headers: [...VALIDATORS, 'Content-Length'] },
      206: {
        description: 'The requested part.',
        content: bytes,
        headers: [...VALIDATORS, 'Content-Range', 'Content-Length'],
      },
      304: { description: 'The client has these bytes already.', headers: VALIDATORS },
    },
    refusals: {
      403: ['invalid_signature'],
      404: ['video_not_found'],
      409: ['video_not_ready', 'video_unavailable'],
      410: ['video_expired', 'link_expired'],
      412: ['invalid_parameter'],
      416: ['range_not_satisfiable'],
    },
  },
  {
    method: 'get',
    path: '/v1/videos/{id}/events',
    id: 'watchVideo',
    tag: 'Videos',
    need: 'task:read',
    lets: ['ReadTokenInQuery'],
    summary: 'Watch a video',
    description:
      'Streams the task now and after every change, as Server-Sent Events without a name. `data` is the task as in ' +
      '`GET /v1/videos/{id}`, `id` counts its changes. The stream ends with the task. A client that reconnects with the last `id` ' +
      'receives the changes that it missed, or 204 if no more will follow, which stops a browser’s EventSource. Lines with `:` ' +
      `keep the connection alive. ${TOKEN_TEXT}`,
    parameters: [
      VIDEO,
      query(
        'after_seq',
        z.int().min(0).meta({ description: 'Start after the event with this `id`. Last-Event-ID takes precedence.' }),
      ),
      LAST_EVENT_ID,
    ],
    answers: {
      200: {
        description: 'The stream.',
        content: [
          {
            type: 'text/event-stream',
            schema: z.string().meta({ description: 'Events with `id` and `data`.' }),
            examples: { stream: `retry: 1000\n\nid: 7\ndata: ${JSON.stringify(SUCCEEDED)}\n\n` },
          },
        ],
        headers: ['Cache-Control'],
      },
      204: { description: 'No more events will follow.', headers: ['Cache-Control'] },
    },
    refusals: { 404: ['video_not_found'] },
  },
]
