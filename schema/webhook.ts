import { type Delivery, eventIdOf } from '../src/webhook/deliveries.ts'
import { listDeliveries } from '../src/webhook/list.ts'
import { readDelivery } from '../src/webhook/read.ts'
import { replayDelivery } from '../src/webhook/replay.ts'
import { rotateSecret } from '../src/webhook/rotate.ts'
import { readSecret, type WebhookSecret as Secret } from '../src/webhook/secret.ts'
import { builder, IDEMPOTENCY_KEY, PAGE_ARGUMENTS } from './builder.ts'
import { pageSize, toConnection } from './connection.ts'
import { SortOrder, WebhookDeliveryStatus } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery')

builder.node(WebhookDelivery, {
  description: 'The end of a task on its way to the task’s `webhookUrl`.',
  id: { resolve: ({ id }) => id, description: 'Prefixed `whd_`, the same as in REST.' },
  loadOne: (id, { rooms, caller }) => readDelivery(rooms.resources, caller, id),
  fields: (t) => ({
    eventId: t.id({
      description: 'The `webhook-id` of every try, by which a receiver knows what it has had.',
      resolve: ({ id }) => eventIdOf(id),
    }),
    taskId: t.exposeID('taskId', { description: 'The task that has ended.' }),
    type: t.exposeString('type', { description: 'What is told: `video.succeeded`, and so on.' }),
    url: t.expose('url', { type: 'URL', description: 'Where to.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'How far it is.' }),
    tries: t.exposeInt('tries', { description: 'Tries made so far.' }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status that the last try was answered with; null where there was no answer.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last try failed, for people.' }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again; null once it is settled.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the task ended.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When it was taken.' }),
  }),
})

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of webhook deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A webhook delivery with its cursor.' },
)

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    description: 'The account’s webhook deliveries of the last 30 days, by time.',
    args: {
      first: t.arg.int({ description: PAGE_ARGUMENTS.first }),
      after: t.arg.string({ description: PAGE_ARGUMENTS.after }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
      taskId: t.arg.id({ description: 'Only of this task.' }),
    },
    async resolve(_root, { first, after = null, order, taskId = null }, { rooms, caller }) {
      const listing = { limit: pageSize(first), after, order: order ?? 'desc', taskId }
      return toConnection(await listDeliveries(rooms.resources, caller, listing), after)
    },
  }),
)

interface WebhookDeliveryReplayResult {
  readonly webhookDelivery: Delivery | null
  readonly userErrors: readonly UserErrorShape[]
}

const WebhookDeliveryReplayInput = builder.inputType('WebhookDeliveryReplayInput', {
  description: 'The delivery to make again.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `whd_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const WebhookDeliveryReplayPayload = builder
  .objectRef<WebhookDeliveryReplayResult>('WebhookDeliveryReplayPayload')
  .implement({
    description: 'The delivery on its way again.',
    fields: (t) => ({
      webhookDelivery: t.expose('webhookDelivery', {
        type: WebhookDelivery,
        nullable: true,
        description: 'The delivery, PENDING.',
      }),
      userErrors: t.field({
        type: [UserError],
        description: 'Why it is not made again; empty when all is well.',
        resolve: ({ userErrors }) => [...userErrors],
      }),
    }),
  })

builder.mutationField('webhookDeliveryReplay', (t) =>
  t.field({
    type: WebhookDeliveryReplayPayload,
    nullable: true,
    description: 'Delivers an event again, from its first try on and with the same `eventId`, whatever became of it.',
    args: { input: t.arg({ type: WebhookDeliveryReplayInput, required: true, description: 'The delivery.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => replayDelivery(rooms.resources, caller, call))
      return { webhookDelivery: done?.delivery ?? null, userErrors }
    },
  }),
)

const WebhookSecret = builder.objectRef<Secret>('WebhookSecret').implement({
  description: 'What the account’s webhooks are signed with, in the form of Standard Webhooks.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Prefixed `whsec_`; verifying libraries take it as it is.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    previousExpiresAt: t.expose('previousUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before it signs as well; null where there is none.',
    }),
  }),
})

builder.queryField('webhookSecret', (t) =>
  t.field({
    type: WebhookSecret,
    description: 'The secret of the account’s webhooks.',
    resolve: (_root, _args, { rooms, caller }) => readSecret(rooms.resources, caller),
  }),
)

interface WebhookSecretRotateResult {
  readonly webhookSecret: Secret | null
  readonly userErrors: readonly UserErrorShape[]
}

const WebhookSecretRotateInput = builder.inputType('WebhookSecretRotateInput', {
  description: 'A rotation of the secret.',
  fields: (t) => ({ idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }) }),
})

const WebhookSecretRotatePayload = builder
  .objectRef<WebhookSecretRotateResult>('WebhookSecretRotatePayload')
  .implement({
    description: 'The new secret.',
    fields: (t) => ({
      webhookSecret: t.expose('webhookSecret', {
        type: WebhookSecret,
        nullable: true,
        description: 'The secret that signs from now on.',
      }),
      userErrors: t.field({
        type: [UserError],
        description: 'Why there is no new one; empty when all is well.',
        resolve: ({ userErrors }) => [...userErrors],
      }),
    }),
  })

builder.mutationField('webhookSecretRotate', (t) =>
  t.field({
    type: WebhookSecretRotatePayload,
    nullable: true,
    description: 'Makes a new secret; the one before signs beside it for 24 hours.',
    args: { input: t.arg({ type: WebhookSecretRotateInput, required: true, description: 'The rotation.' }) },
    async resolve(_root, { input: { idempotencyKey } }, { rooms, caller, ...context }) {
      const key = idempotencyKey ?? context.idempotencyKey
      const { done, userErrors } = await attempt(() => rotateSecret(rooms.resources, caller, key))
      return { webhookSecret: done?.secret ?? null, userErrors }
    },
  }),
)
