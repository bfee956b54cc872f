import { createKey } from '../src/key/create.ts'
import { listKeys } from '../src/key/list.ts'
import { readKey } from '../src/key/read.ts'
import type { KeyRecord } from '../src/key/record.ts'
import { revokeKey } from '../src/key/revoke.ts'
import { builder, IDEMPOTENCY_KEY, PAGE_ARGUMENTS } from './builder.ts'
import { pageSize, toConnection } from './connection.ts'
import { ApiKeyScope, SortOrder } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const ApiKeyStatus = builder.enumType('ApiKeyStatus', {
  description: 'Whether a key can still be used.',
  values: {
    ACTIVE: { value: 'active', description: 'It can be used.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
    EXPIRED: { value: 'expired', description: 'It has passed its `expiresAt`.' },
  } as const,
})

const ApiKey = builder.objectRef<KeyRecord>('ApiKey')

builder.node(ApiKey, {
  description: 'A key of the account, with its value masked.',
  id: { resolve: ({ id }) => id, description: 'Prefixed `key_`, the same as in REST.' },
  loadOne: (id, { rooms, caller }) => readKey(rooms.resources, caller, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the key.' }),
    redactedValue: t.exposeString('redacted', { description: 'The masked key: enough to distinguish it from others.' }),
    scopes: t.field({ type: [ApiKeyScope], description: 'What it may do.', resolve: ({ scopes }) => [...scopes] }),
    status: t.expose('status', { type: ApiKeyStatus, description: 'Whether it can still be used.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, accurate to a minute.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null if it never does.',
    }),
  }),
})

const ApiKeyConnection = builder.connectionObject(
  { type: ApiKey, name: 'ApiKeyConnection', description: 'A page of keys.' },
  { name: 'ApiKeyEdge', description: 'A key with its cursor.' },
)

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyConnection,
    description: 'The account’s keys by time of creation, including revoked and expired ones.',
    args: {
      first: t.arg.int({ description: PAGE_ARGUMENTS.first }),
      after: t.arg.string({ description: PAGE_ARGUMENTS.after }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
    },
    async resolve(_root, { first, after = null, order }, { rooms, caller }) {
      const page = await listKeys(rooms.resources, caller, { limit: pageSize(first), after, order: order ?? 'desc' })
      return toConnection(page, after)
    },
  }),
)

interface ApiKeyResult {
  readonly apiKey: KeyRecord | null
  readonly userErrors: readonly UserErrorShape[]
}

const ApiKeyCreateInput = builder.inputType('ApiKeyCreateInput', {
  description: 'The key to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A name of your own, 1 to 100 characters.' }),
    scopes: t.field({
      type: [ApiKeyScope],
      description:
        'Scopes of the new key: at most those of the calling key. By default all of these except KEYS_ADMIN.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires; by default never.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const ApiKeyCreatePayload = builder
  .objectRef<ApiKeyResult & { readonly key: string | null }>('ApiKeyCreatePayload')
  .implement({
    description: 'The new key.',
    fields: (t) => ({
      apiKey: t.expose('apiKey', { type: ApiKey, nullable: true, description: 'The key as shown in lists.' }),
      key: t.exposeString('key', {
        nullable: true,
        description: 'The key itself. It is returned only once: a repeated call returns null.',
      }),
      userErrors: t.field({
        type: [UserError],
        description: 'Why none was created; empty on success.',
        resolve: ({ userErrors }) => [...userErrors],
      }),
    }),
  })

builder.mutationField('apiKeyCreate', (t) =>
  t.field({
    type: ApiKeyCreatePayload,
    nullable: true,
    description: 'Creates a key for the account.',
    args: { input: t.arg({ type: ApiKeyCreateInput, required: true, description: 'The key to create.' }) },
    async resolve(_root, { input }, { rooms, caller, ...context }) {
      const { name, scopes, expiresAt, idempotencyKey } = input
      const body = JSON.stringify({ name, scopes, expires_at: expiresAt })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => createKey(rooms.resources, caller, call))
      return { apiKey: done?.record ?? null, key: done?.secret ?? null, userErrors }
    },
  }),
)

const ApiKeyRevokeInput = builder.inputType('ApiKeyRevokeInput', {
  description: 'The key to revoke.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `key_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const ApiKeyRevokePayload = builder.objectRef<ApiKeyResult>('ApiKeyRevokePayload').implement({
  description: 'The revoked key.',
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKey, nullable: true, description: 'The key, REVOKED.' }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not revoked; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('apiKeyRevoke', (t) =>
  t.field({
    type: ApiKeyRevokePayload,
    nullable: true,
    description: 'Revokes a key and closes its sockets and streams within seconds. Its tasks continue and are billed.',
    args: { input: t.arg({ type: ApiKeyRevokeInput, required: true, description: 'The key to revoke.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => revokeKey(rooms.resources, caller, call))
      return { apiKey: done?.record ?? null, userErrors }
    },
  }),
)
