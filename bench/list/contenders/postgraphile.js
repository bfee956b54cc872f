import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { TYPES } from 'postgraphile/@dataplan/pg'
import { makePgService } from 'postgraphile/adaptors/pg'
import { lambda } from 'postgraphile/grafast'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { addPgTableCondition, extendSchema, gql } from 'postgraphile/utils'
import { createCallers, openConnections } from '../../create/contenders/create-once.js'
import { tellReady } from '../../create/contenders/ready.js'
import { outputOf, usageOf } from './read-list.js'

/**
 * PostGraphile on the table, with its own paging: columns under its own names, and computed fields added by plans. Its
 * account is part of the query, which costs nothing; the key is checked as in all contenders.
 */

/** As many as the floor has. */
const CONNECTIONS = 16
const TABLE = { schemaName: 'public', tableName: 'task' }

const timeBound = (name, compare) =>
  addPgTableCondition(
    TABLE,
    name,
    (build) => ({ type: build.getInputTypeByName('Datetime') }),
    (value, { sql, sqlTableAlias, sqlValueWithCodec }) =>
      compare(sql, sql`${sqlTableAlias}.created_at`, sqlValueWithCodec(value, TYPES.timestamptz)),
  )

/** It does not support `xid8`, which the event log uses. */
const xid8 = {
  name: 'Xid8',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_info, event) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.bigint
      },
    },
  },
}

/** Its own times are the texts of Postgres, to which it casts every column. */
const workedOut = extendSchema(() => ({
  typeDefs: gql`
    type ShownItem { kind: String! quantity: Float! unitPriceMicro: String! amountMicro: String! }
    type ShownUsage {
      billedSeconds: Float! billedTier: String amountMicro: String! amount: String! currency: String! items: [ShownItem!]!
    }
    type ShownOutput {
      videoUri: String expiresAt: Datetime availableUntil: Datetime width: Int! height: Int! duration: Float!
      hasAudio: Boolean! watermarked: Boolean!
    }
    type ShownAmounts { frozenMicro: String! earnedMicro: String! }
    type ShownWaiting { since: Datetime! seconds: Int! reason: String! }
    type ShownQueue { position: Int! etaSeconds: Int }
    extend type Task {
      duration: Float! waiting: ShownWaiting queue: ShownQueue cost: ShownAmounts shown: ShownOutput usage: ShownUsage
    }
  `,
  objects: {
    Task: {
      plans: {
        duration: ($task) => lambda($task.get('duration_ms'), (ms) => ms / 1000, true),
        waiting: ($task) => lambda($task.get('waiting_since'), () => null, true),
        queue: ($task) => lambda($task.get('waiting_since'), () => null, true),
        cost: ($task) => lambda($task.get('frozen_micro'), () => null, true),
        shown: ($task) => lambda(columnsOf($task, OF_OUTPUT), showOutput, true),
        usage: ($task) => lambda(columnsOf($task, OF_USAGE), showUsage, true),
      },
    },
  },
}))

const OF_OUTPUT = ['id', 'status', 'output', 'output_until', 'output_erased_at']
const OF_USAGE = ['status', 'items', 'earned', 'service_tier', 'billed_ms', 'amount_micro']

const columnsOf = ($task, names) => names.map((name) => $task.get(name))

function showOutput([id, status, output, until, output_erased_at]) {
  const output_until = until === null ? null : new Date(until)
  const shown = outputOf({ id, status, output: parsed(output), output_until, output_erased_at }, base)
  if (shown === null) return null
  const { width, height, duration, watermarked } = shown
  const [videoUri, hasAudio, availableUntil] = [shown.video_uri, shown.has_audio, shown.available_until]
  return { videoUri, width, height, duration, watermarked, hasAudio, availableUntil, expiresAt: shown.expires_at }
}

function showUsage([status, items, earned, service_tier, billed_ms, amount_micro]) {
  const usage = usageOf({ status, items: parsed(items), earned, service_tier, billed_ms, amount_micro })
  return {
    billedSeconds: usage.billed_seconds,
    billedTier: usage.billed_tier,
    amountMicro: String(usage.amount_micro),
    amount: usage.amount,
    currency: usage.currency,
    items: usage.items.map((item) => ({
      kind: item.kind,
      quantity: item.quantity,
      unitPriceMicro: String(item.unit_price_micro),
      amountMicro: String(item.amount_micro),
    })),
  }
}

const parsed = (json) => (typeof json === 'string' ? JSON.parse(json) : json)

const connectionString = process.env.DATABASE_URL
const callerOf = createCallers(await openConnections(connectionString))
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It refuses to order by a column that does not start an index.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  plugins: [
    timeBound('createdAfter', (sql, column, value) => sql`${column} > ${value}`),
    timeBound('createdBefore', (sql, column, value) => sql`${column} < ${value}`),
    workedOut,
    xid8,
  ],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: CONNECTIONS } })],
  grafast: {
    async context({ node }) {
      if (!(await callerOf(node.req.headers.authorization))) throw new Error('invalid_api_key')
      return {}
    },
  },
  grafserv: { graphqlPath: '/graphql', websockets: false, graphiql: false, watch: false },
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
let base = ''
server.listen(0, '127.0.0.1', () => {
  base = `http://127.0.0.1:${server.address().port}`
  tellReady(base)
})
