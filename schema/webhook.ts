import type { WebhookDelivery as Row, Task } from '../prisma/client/client.ts'
import { type Delivery, type DeliveryStatus, eventIdOf, typeOf } from '../src/webhook/deliveries.ts'
import { listDeliveries } from '../src/webhook/list.ts'
import { ownDelivery } from '../src/webhook/read.ts'
import { replayDelivery } from '../src/webhook/replay.ts'
import { rotateSecret } from '../src/webhook/rotate.ts'
import { readSecret, type WebhookSecret as Secret } from '../src/webhook/secret.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { connectionOf } from './connection.ts'
import { SortOrder, WebhookDeliveryStatus } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

/** A delivery of `src/webhook` as a row for the schema's type. */
export function deliveryRow(delivery: Delivery): Row & { task: Pick<Task, 'status' | 'apiVersion'> | null } {
  return delivery as unknown as ReturnType<typeof deliveryRow>
}

export const WebhookDelivery = builder.prismaNode('WebhookDelivery', {
  description: 'The event of a finished task, sent to its `webhookUrl`, or of the account.',
  id: { field: 'id', description: 'Prefixed `whd_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => ownDelivery(caller, id),
  include: { task: { select: { status: true, apiVersion: true } } },
  fields: (t) => ({
    eventId: t.id({
      description: 'The `webhook-id` of every try. A receiver recognises repeats by it.',
      resolve: ({ id }) => eventIdOf(id),
    }),
    taskId: t.id({
      description:
        'The finished task. Of an event of the account, such as `account.balance_low`, the id of the account.',
      resolve: ({ taskId, accountId }) => taskId ?? accountId,
    }),
    type: t.string({ description: 'Type of the event, such as `video.succeeded`.', resolve: typeOf }),
    url: t.expose('url', { type: 'URL', description: 'URL it is sent to.' }),
    status: t.field({
      type: WebhookDeliveryStatus,
      description: 'Status of the delivery.',
      resolve: ({ status }) => status as DeliveryStatus,
    }),
    tries: t.exposeInt('tries', { description: 'Tries made so far.' }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last answer; null if there was none.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last try failed, for people.' }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null once delivered or given up.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the receiver accepted it.',
    }),
  }),
})

export const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of webhook deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A webhook delivery with its cursor.' },
)

export const DELIVERY_ARGS = builder.args((t) => ({
  order: t.field({ type: SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
}))

builder.queryField('webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      description: 'The account’s webhook deliveries of the last 30 days, by time.',
      args: { ...DELIVERY_ARGS, taskId: t.arg.id({ description: 'Only deliveries of this task.' }) },
      resolve: (_root, { taskId = null, order, ...args }, { rooms, caller }) =>
        connectionOf(
          args,
          order ?? 'desc',
          (page) => listDeliveries(rooms.resources, caller, { ...page, taskId }),
          deliveryRow,
        ),
    },
    WebhookDeliveryConnection,
  ),
)

interface DeliveryResult {
  readonly webhookDelivery: Delivery | null
  readonly userErrors: readonly UserErrorShape[]
}

/** Payload of a mutation that makes a delivery due. */
export function deliveryPayload(name: string, { description, refused }: { description: string; refused: string }) {
  return builder.objectRef<DeliveryResult>(name).implement({
    description,
    fields: (t) => ({
      webhookDelivery: t.field({
        type: WebhookDelivery,
        nullable: true,
        description: 'The delivery, PENDING.',
        resolve: ({ webhookDelivery }) => webhookDelivery && deliveryRow(webhookDelivery),
      }),
      userErrors: t.field({
        type: [UserError],
        description: refused,
        resolve: ({ userErrors }) => [...userErrors],
      }),
    }),
  })
}

const WebhookDeliveryReplayInput = builder.inputType('WebhookDeliveryReplayInput', {
  description: 'The delivery to repeat.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `whd_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const WebhookDeliveryReplayPayload = deliveryPayload('WebhookDeliveryReplayPayload', {
  description: 'The delivery, due again.',
  refused: 'Why it is not delivered again; empty on success.',
})

builder.mutationField('webhookDeliveryReplay', (t) =>
  t.field({
    type: WebhookDeliveryReplayPayload,
    nullable: true,
    description:
      'Delivers an event again, whatever its status. It keeps its `eventId`, and its tries start from the first.',
    args: { input: t.arg({ type: WebhookDeliveryReplayInput, required: true, description: 'The delivery.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => replayDelivery(rooms.resources, caller, call))
      return { webhookDelivery: done?.delivery ?? null, userErrors }
    },
  }),
)

const WebhookSecret = builder.objectRef<Secret>('WebhookSecret').implement({
  description: 'The secret that signs the account’s webhooks, in the format of Standard Webhooks.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The secret, prefixed `whsec_`, as verifying libraries expect it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    previousExpiresAt: t.expose('previousUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'How long webhooks are also signed with the previous secret; null if there is none.',
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
  description: 'Options of the rotation.',
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
        description: 'The new secret.',
      }),
      userErrors: t.field({
        type: [UserError],
        description: 'Why there is no new secret; empty on success.',
        resolve: ({ userErrors }) => [...userErrors],
      }),
    }),
  })

builder.mutationField('webhookSecretRotate', (t) =>
  t.field({
    type: WebhookSecretRotatePayload,
    nullable: true,
    description: 'Creates a new secret. Webhooks are also signed with the previous one for 24 hours.',
    args: { input: t.arg({ type: WebhookSecretRotateInput, required: true, description: 'The rotation.' }) },
    async resolve(_root, { input: { idempotencyKey } }, { rooms, caller, ...context }) {
      const key = idempotencyKey ?? context.idempotencyKey
      const { done, userErrors } = await attempt(() => rotateSecret(rooms.resources, caller, key))
      return { webhookSecret: done?.secret ?? null, userErrors }
    },
  }),
)
