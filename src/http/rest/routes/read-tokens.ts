import { createReadToken, TokenBody } from '../../../task/read-token.ts'
import { jsonBody } from '../body.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import { always, idOf, named, object, orNull, requestSchema, text, time } from '../openapi/schema.ts'
import { json } from '../respond.ts'
import { route } from '../route.ts'
import { VIDEO_ID } from './videos/examples.ts'

const CreateReadToken = requestSchema(
  'CreateReadToken',
  TokenBody,
  {
    description: 'Exactly one of the two is required.',
    oneOf: [{ required: ['task_id'] }, { required: ['group_id'] }],
  },
  {
    task_id: { description: 'The task that the token can read.', pattern: '^vid_[0-9a-z]{26}$' },
    group_id: { description: 'The group whose tasks the token can read.', pattern: '^grp_[0-9a-z]{26}$' },
  },
)

const ReadToken = named(
  'ReadToken',
  object('A token for a browser. It can only read and watch.', {
    object: always('read_token'),
    token: text('The token.', { pattern: '^vgr_' }),
    task_id: orNull(idOf('vid', 'The task that the token can read.')),
    group_id: orNull(idOf('grp', 'The group whose tasks the token can read.')),
    expires_at: time(`When it expires, ${figures.TOKEN_TIME} after its creation.`),
  }),
)

const TOKEN = {
  object: 'read_token',
  token: 'vgr_a2V5XzAxazV4MXo5.uS0m7Q2bY8xKfJ4t',
  task_id: VIDEO_ID,
  group_id: null,
  expires_at: '2026-11-27T22:12:00.000Z',
}

/** docs/rules/keys.md#read-tokens */
route('POST', '/v1/read-tokens', {
  name: 'createReadToken',
  tag: 'Keys',
  need: 'videos:read',
  idempotent: 'ignored',
  summary: 'Create a read token',
  description:
    `Creates a token that can read and watch one task, or those of a group, for ${figures.TOKEN_TIME}. Use it in browsers, which ` +
    'must not have the key. Send it like a key, or as `?token=` where no header can be set. Tokens are not stored: a ' +
    'repeated call returns another.',
  body: jsonBody(CreateReadToken, { task: { task_id: VIDEO_ID } }),
  answers: { 201: jsonAnswer('The token.', ReadToken, { task: TOKEN }) },
  refusals: { 400: ['conflicting_parameters'], 404: ['video_not_found', 'group_not_found'] },
  async handle({ rooms, caller, body, idempotencyKey }) {
    const made = await createReadToken(rooms.resources, rooms.readTokens, caller, { body, idempotencyKey })
    const { token, taskId, groupId, expiresAt } = made
    const shown = { object: 'read_token', token, task_id: taskId, group_id: groupId, expires_at: expiresAt }
    return json(201, JSON.stringify(shown))
  },
})
