import { rotateSecret } from '../../../webhook/rotate.ts'
import { readSecret, type WebhookSecret as Secret } from '../../../webhook/secret.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import { always, named, object, orNull, text, time } from '../openapi/schema.ts'
import { json, replayHeaders } from '../respond.ts'
import { route } from '../route.ts'

const WebhookSecret = named(
  'WebhookSecret',
  object('The secret that signs the account’s webhooks.', {
    object: always('webhook.secret'),
    secret: text('The secret.', { pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' }),
    created_at: time('When it was created.'),
    previous: orNull(
      object('The previous secret, which also signs until it expires; null if there is none.', {
        expires_at: time('When it expires.'),
      }),
    ),
  }),
)

const SECRET = {
  object: 'webhook.secret',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDm2N9YzRjS0k=',
  created_at: '2026-11-20T08:00:00.000Z',
  previous: null,
}

function presentSecret({ secret, createdAt, previousUntil }: Secret): string {
  const previous = previousUntil && { expires_at: previousUntil }
  return JSON.stringify({ object: 'webhook.secret', secret, created_at: createdAt, previous })
}

/** docs/rules/webhooks.md#signatures */
route('GET', '/v1/webhooks/secret', {
  name: 'getWebhookSecret',
  tag: 'Webhooks',
  need: 'keys:admin',
  summary: 'Get the signing secret',
  description: 'The secret that signs this account’s webhooks, by the rules of Standard Webhooks.',
  answers: { 200: jsonAnswer('The secret.', WebhookSecret, { secret: SECRET }) },
  async handle({ rooms, caller }) {
    return json(200, presentSecret(await readSecret(rooms.resources, caller)))
  },
})

route('POST', '/v1/webhooks/secret/rotate', {
  name: 'rotateWebhookSecret',
  tag: 'Webhooks',
  need: 'keys:admin',
  idempotent: 'kept',
  summary: 'Rotate the signing secret',
  description: `Creates a new secret. Webhooks are also signed with the previous one for ${figures.SECRET_TIME}. A body is ignored.`,
  answers: {
    200: jsonAnswer('The new secret.', WebhookSecret, {
      rotated: { ...SECRET, previous: { expires_at: '2026-11-28T21:57:00.000Z' } },
    }),
  },
  async handle({ rooms, caller, idempotencyKey }) {
    const { secret, replayed } = await rotateSecret(rooms.resources, caller, idempotencyKey)
    return json(200, presentSecret(secret), replayHeaders(replayed))
  },
})
