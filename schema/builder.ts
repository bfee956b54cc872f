import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { FileUpload } from 'graphql-upload-minimal'
import type { Context } from '../src/graphql-context.ts'
import type { RawJson } from '../src/lib/raw-json.ts'
import { PAGE_MAX } from '../src/limits.ts'
import type PrismaTypes from './pothos-types.ts'
import { getDatamodel } from './pothos-types.ts'

interface SchemaTypes {
  PrismaTypes: PrismaTypes
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  Connection: {
    /** Counts the items on all pages of a list whose filters change their number. */
    readonly count?: () => Promise<number>
    /** Of tasks: the mark of the event log before the page was read. */
    readonly mark?: bigint
  }
  Scalars: {
    ID: { Input: string; Output: string }
    MicroYuan: { Input: bigint; Output: bigint }
    DateTime: { Input: Date; Output: Date }
    URL: { Input: string; Output: string }
    JSON: { Input: RawJson; Output: RawJson }
    Upload: { Input: Promise<FileUpload>; Output: never }
  }
}

/** Ids are the same prefixed ones as in REST (docs/rules/doors.md#graphql); the prefix names the type. */
const TYPES_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['acc', 'Account'],
  ['file', 'File'],
  ['key', 'ApiKey'],
  ['led', 'LedgerEntry'],
  ['vid', 'Task'],
  ['whd', 'WebhookDelivery'],
])

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.rooms.resources.prisma, dmmf: getDatamodel() },
  relay: {
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: TYPES_BY_PREFIX.get(id.split('_', 1)[0] ?? '') ?? '', id }),
    nodeTypeOptions: { description: 'An object with an id.' },
    idFieldOptions: { description: 'The prefixed id, the same as in REST.' },
    nodeQueryOptions: {
      description: 'The object with this id; null if it is missing or belongs to another account.',
      args: { id: { description: 'A prefixed id, such as `vid_…`.' } },
      resolve: (_root, { id }, _context, _info, load) => (id.typename === '' ? null : load(id)),
    },
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The page’s items, without their cursors.' },
    nodeFieldOptions: { description: 'The item.', nullable: false },
    edgesFieldOptions: { description: 'The page’s items with their cursors.', nullable: { list: false, items: false } },
    firstArgOptions: { description: `Size of the page, 1 to ${PAGE_MAX}.` },
    afterArgOptions: { description: 'Cursor of the item before the page.' },
    lastArgOptions: {
      description: `Size of a page that is read backwards, 1 to ${PAGE_MAX}. Its items keep the order of the list.`,
    },
    beforeArgOptions: { description: 'Cursor of the item after the page, with `last`.' },
    cursorFieldOptions: { description: 'Opaque cursor of the item, for `after`.' },
    pageInfoFieldOptions: { description: 'Position of the page in the whole list.' },
    pageInfoTypeOptions: { description: 'Position of a page in the whole list.' },
    hasNextPageFieldOptions: { description: 'Whether items follow after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether items precede this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first item; null for an empty page.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last item, for the next page’s `after`; null for an empty page.',
    },
  },
})

builder.queryType({
  description:
    'Reads. An object that is missing and one of another account give the same answer: null, or absence from a list.',
})
builder.mutationType({
  description:
    'Writes. Each takes one `input` and returns one payload. Expected refusals are in its `userErrors`. All other errors ' +
    '(authentication, query limits, faults) are in the top-level `errors` with a lower-case `extensions.code`. A field with ' +
    'such an error is null; the other fields of the request are not affected.',
})
builder.subscriptionType({
  description:
    'Subscriptions, over WebSocket (`graphql-transport-ws`) or Server-Sent Events. Each sends the current state, then every change in order.',
})

/** Description of mutations that create tasks (docs/rules/versions.md#graphql-version). */
export const CURRENT_FORM =
  'GraphQL always uses the current version of the interface, even if the account uses the earlier REST version (`2026-06-01`): ' +
  'a task that is cancelled or rejected is billed for completed work, and its webhook has the current format.'

/** Description of every write's `idempotencyKey`. */
export const IDEMPOTENCY_KEY =
  'A repeated call with the same key has no further effect. Takes precedence over the Idempotency-Key header.'
