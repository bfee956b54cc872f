import fastify from 'fastify'
import { GraphQLScalarType } from 'graphql'
import mercurius from 'mercurius'
import { tellReady } from '../../create/contenders/ready.js'
import { cursorOf, openList, outputOf, usageOf } from './read-list.js'

/** mercurius with its compiler: the part of vidgate's schema that a list of tasks uses, with the floor's reads. */

const typeDefs = `
  scalar DateTime
  scalar MicroYuan
  scalar JSON
  scalar URL
  enum TaskStatus { QUEUED ENCODING RENDERING UPSCALING PACKAGING SUCCEEDED FAILED CANCELLED REJECTED }
  enum Mode { TEXT_TO_VIDEO IMAGE_TO_VIDEO REFERENCE_TO_VIDEO }
  type PriceItem { kind: String! quantity: Float! unitPriceMicro: MicroYuan! amountMicro: MicroYuan! }
  type TaskUsage {
    billedSeconds: Float! billedTier: String amountMicro: MicroYuan! amount: String! currency: String! items: [PriceItem!]!
  }
  type TaskOutput {
    videoUri: URL expiresAt: DateTime availableUntil: DateTime width: Int! height: Int! duration: Float! hasAudio: Boolean!
    watermarked: Boolean!
  }
  type TaskCost { frozenMicro: MicroYuan! earnedMicro: MicroYuan! }
  type TaskWaiting { since: DateTime! seconds: Int! reason: String! }
  type TaskQueue { position: Int! etaSeconds: Int }
  type Task {
    id: ID! status: TaskStatus! progress: Float! mode: Mode! prompt: String! inputImage: ID endImage: ID references: [ID!]!
    resolution: String! duration: Float! aspectRatio: String! seed: Int! audio: Boolean! serviceTier: String!
    acceleration: String! accelerated: Boolean useContextIr: Boolean! contextIrApplied: Boolean webhookUrl: URL groupId: ID
    nIndex: Int sourceTaskId: ID createdAt: DateTime! startedAt: DateTime completedAt: DateTime waiting: TaskWaiting
    queue: TaskQueue cost: TaskCost output: TaskOutput usage: TaskUsage failReason: String failDetail: String metadata: JSON
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type TaskConnection { nodes: [Task!]! pageInfo: PageInfo! }
  type Query {
    tasks(first: Int, after: String, status: [TaskStatus!], mode: Mode, createdAfter: DateTime, createdBefore: DateTime): TaskConnection!
  }
`

const upper = (word) => word?.toUpperCase() ?? null
/** The name of a ratio in vidgate's enum: `16:9` is ASPECT_16_9. */
const ratioOf = (ratio) => `ASPECT_${ratio.replace(':', '_')}`
const timeOf = (time) => time?.toISOString() ?? null

const list = await openList()
let base = ''

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: timeOf }),
  MicroYuan: new GraphQLScalarType({ name: 'MicroYuan', serialize: String }),
  Query: {
    async tasks(_root, { first = 20, status, mode, ...filters }, { authorization }) {
      const asked = { ...filters, status: status?.map((each) => each.toLowerCase()), mode: mode?.toLowerCase() }
      const page = await list(authorization, { ...asked, limit: first })
      if (!page) throw new Error('invalid_api_key')
      const last = page.rows.at(-1)
      return { nodes: page.rows, pageInfo: { hasNextPage: page.hasMore, endCursor: last ? cursorOf(last) : null } }
    },
  },
  Task: {
    status: ({ status }) => upper(status),
    mode: ({ mode }) => upper(mode),
    inputImage: (row) => row.input_image,
    endImage: (row) => row.end_image,
    resolution: ({ resolution }) => `R${upper(resolution)}`,
    duration: (row) => row.duration_ms / 1000,
    aspectRatio: (row) => ratioOf(row.aspect_ratio),
    serviceTier: (row) => upper(row.service_tier),
    acceleration: (row) => upper(row.acceleration),
    useContextIr: (row) => row.use_context_ir,
    contextIrApplied: (row) => row.context_ir_applied,
    webhookUrl: (row) => row.webhook_url,
    groupId: (row) => row.group_id,
    nIndex: (row) => row.n_index,
    sourceTaskId: (row) => row.source_task_id,
    createdAt: (row) => row.created_at,
    startedAt: (row) => row.started_at,
    completedAt: (row) => row.completed_at,
    waiting: () => null,
    queue: () => null,
    cost: () => null,
    output: (row) => outputOf(row, base),
    usage: usageOf,
    failReason: (row) => upper(row.fail_reason),
    failDetail: (row) => row.fail_detail,
    metadata: ({ metadata }) => (metadata === null ? null : JSON.parse(metadata)),
  },
  TaskOutput: {
    videoUri: (output) => output.video_uri,
    expiresAt: (output) => output.expires_at,
    availableUntil: (output) => output.available_until,
    hasAudio: (output) => output.has_audio,
  },
  TaskUsage: {
    billedSeconds: (usage) => usage.billed_seconds,
    billedTier: (usage) => upper(usage.billed_tier),
    amountMicro: (usage) => usage.amount_micro,
  },
  PriceItem: {
    kind: ({ kind }) => upper(kind),
    unitPriceMicro: (item) => item.unit_price_micro,
    amountMicro: (item) => item.amount_micro,
  },
}

const app = fastify()
app.register(mercurius, {
  schema: typeDefs,
  resolvers,
  context: (request) => ({ authorization: request.headers.authorization }),
  jit: 1,
})
base = await app.listen({ host: '127.0.0.1', port: 0 })
tellReady(base)
