import type { InputShapeFromFields } from '@pothos/core'
import type { ApiKey as Row } from '../prisma/client/client.ts'
import type { Context } from '../src/graphql-context.ts'
import type { Scope } from '../src/key/caller.ts'
import { createKey } from '../src/key/create.ts'
import { countKeys, listKeys } from '../src/key/list.ts'
import { ownKey } from '../src/key/read.ts'
import { type KeyRecord, keyStatus, spendLimitOf } from '../src/key/record.ts'
import { revokeKey } from '../src/key/revoke.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { connectionOf, type Paging } from './connection.ts'
import { ApiKeyScope, SortOrder } from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'
import { limitBody, SpendLimitInput, SpendLimitType } from './spend-limit.ts'

const ApiKeyStatus = builder.enumType('ApiKeyStatus', {
  description: 'Whether a key can still be used.',
  values: {
    ACTIVE: { value: 'active', description: 'It can be used.' },
    REVOKED: { value: 'revoked', description: 'It was revoked.' },
    EXPIRED: { value: 'expired', description: 'It has passed its `expiresAt`.' },
  } as const,
})

/** A key of `src/key` as a row for the schema's type. */
export function keyRow(record: KeyRecord): Row {
  return record as unknown as Row
}

export const ApiKey = builder.prismaNode('ApiKey', {
  description: 'A key of the account, with its value masked.',
  id: { field: 'id', description: 'Prefixed `key_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => ownKey(caller, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the key.' }),
    redactedValue: t.exposeString('redacted', { description: 'The masked key: enough to distinguish it from others.' }),
    scopes: t.field({
      type: [ApiKeyScope],
      description: 'What it may do.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    status: t.field({ type: ApiKeyStatus, description: 'Whether it can still be used.', resolve: keyStatus }),
    isCaller: t.boolean({
      description: 'Whether this call was made with it.',
      resolve: ({ id }, _args, { caller }) => id === caller.keyId,
    }),
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
    spendLimit: t.field({
      type: SpendLimitType,
      nullable: true,
      description: 'How much it may spend; null for no limit.',
      resolve: (key) => spendLimitOf(key),
    }),
  }),
})

export const ApiKeyConnection = builder.connectionObject(
  {
    type: ApiKey,
    name: 'ApiKeyConnection',
    description: 'A page of keys.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of all keys of the account.',
        resolve: (_page, _args, { rooms, caller }) => countKeys(rooms.resources, caller),
      }),
    }),
  },
  { name: 'ApiKeyEdge', description: 'A key with its cursor.' },
)

export const API_KEY_ARGS = builder.args((t) => ({
  order: t.field({ type: SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
}))

/** A page of the account's keys. */
export function keysOf({ rooms, caller }: Context, args: InputShapeFromFields<typeof API_KEY_ARGS> & Paging) {
  return connectionOf(args, args.order ?? 'desc', (page) => listKeys(rooms.resources, caller, page), keyRow)
}

builder.queryField('apiKeys', (t) =>
  t.connection(
    {
      type: ApiKey,
      description: 'The account’s keys by time of creation, including revoked and expired ones.',
      args: API_KEY_ARGS,
      resolve: (_root, args, context) => keysOf(context, args),
    },
    ApiKeyConnection,
  ),
)

export interface ApiKeyResult {
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
    spendLimit: t.field({
      type: SpendLimitInput,
      description: 'How much it may spend. By default as much as the account has.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const ApiKeyCreatePayload = builder
  .objectRef<ApiKeyResult & { readonly key: string | null }>('ApiKeyCreatePayload')
  .implement({
    description: 'The new key.',
    fields: (t) => ({
      apiKey: t.field({
        type: ApiKey,
        nullable: true,
        description: 'The key as shown in lists.',
        resolve: ({ apiKey }) => apiKey && keyRow(apiKey),
      }),
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
      const { name, scopes, expiresAt, spendLimit, idempotencyKey } = input
      const body = JSON.stringify({ name, scopes, expires_at: expiresAt, spend_limit: limitBody(spendLimit) })
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
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key, REVOKED.',
      resolve: ({ apiKey }) => apiKey && keyRow(apiKey),
    }),
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
