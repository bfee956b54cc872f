import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { FileUpload } from 'graphql-upload-minimal'
import { PAGE_MAX } from '../src/limits.ts'
import type { Context } from './context.ts'
import type { RawJson } from './json.ts'
import type PrismaTypes from './pothos-types.ts'
import { getDatamodel } from './pothos-types.ts'

interface SchemaTypes {
  PrismaTypes: PrismaTypes
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
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
    nodeTypeOptions: { description: 'Anything that has an id of its own.' },
    idFieldOptions: { description: 'The prefixed id, the same as in REST.' },
    nodeQueryOptions: {
      description: 'The object of an id; null for one that is missing or belongs to another account.',
      args: { id: { description: 'A prefixed id, such as `vid_…`.' } },
      resolve: (_root, { id }, _context, _info, load) => (id.typename === '' ? null : load(id)),
    },
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The page’s items, without their cursors.' },
    nodeFieldOptions: { description: 'The item.', nullable: false },
    edgesFieldOptions: { description: 'The page’s items with their cursors.', nullable: { list: false, items: false } },
    cursorFieldOptions: { description: 'Opaque place of the item, for `after`.' },
    pageInfoFieldOptions: { description: 'Where the page stands in the whole list.' },
    pageInfoTypeOptions: { description: 'Where a page stands in the whole list.' },
    hasNextPageFieldOptions: { description: 'Whether items follow after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether items precede this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first item; null for an empty page.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last item, for the next page’s `after`; null for an empty page.',
    },
  },
})

builder.queryType({
  description: 'Reads. What is missing and what belongs to another account look alike: null, or absent from a list.',
})
builder.mutationType({
  description:
    'Writes. Each takes one `input` and gives one payload; expected refusals stand in its `userErrors`, everything else ' +
    '(authentication, guards, faults) in the top-level `errors` with a lower-case `extensions.code`. A field that ends in ' +
    'such an error is null, and the fields beside it keep their answers.',
})
builder.subscriptionType({
  description:
    'Pushes, over WebSocket (`graphql-transport-ws`) or as Server-Sent Events: the state now, then every change in order.',
})

/** How a page’s arguments are described wherever one is asked for. */
export const PAGE_ARGUMENTS = {
  first: `Size of the page, 1 to ${PAGE_MAX}.`,
  after: 'Cursor of the item before the page.',
} as const

/** For the description of what makes a task (docs/rules/versions.md#graphql-version). */
export const CURRENT_FORM =
  'GraphQL speaks the current form of the interface alone, also for an account whose REST is in the earlier one (`2026-06-01`): the ' +
  'task is billed for what was done when it is cancelled or rejected, and its webhook is in the current form.'

/** Of every write's `idempotencyKey`. */
export const IDEMPOTENCY_KEY =
  'Repeating the call with its key does nothing a second time. It goes before the Idempotency-Key header.'
