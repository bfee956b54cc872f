import { type Filters, PAGE } from './cases.ts'

/** One request for a page. */
export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
}

export interface Answered {
  readonly ids: readonly string[]
  /** Where the next page begins. */
  readonly cursor: string | null
  /** The tasks as returned, without fields that are new in every answer. */
  readonly tasks: readonly unknown[]
}

/** Requests for a page over an API, and the reading of its answer. */
export interface Door {
  ask(filters: Filters | null, cursor: string | null): Ask
  /** @throws Error if it is not a page */
  read(text: string): Answered
}

interface RestPage {
  readonly data: readonly { readonly id: string; readonly output: object | null }[]
  readonly last_id: string | null
  readonly after?: string | null
}

export const REST: Door = {
  ask(filters, cursor) {
    const query = new URLSearchParams({ limit: String(PAGE) })
    if (cursor !== null) query.set('after', cursor)
    if (filters) {
      query.set('status', filters.status)
      query.set('mode', filters.mode)
      query.set('created_after', filters.createdAfter)
      query.set('created_before', filters.createdBefore)
    }
    return { method: 'GET', path: `/v1/videos?${query}`, body: '' }
  },
  read(text) {
    const page = JSON.parse(text) as RestPage
    const tasks = page.data.map((task) => lasting(task, { video_uri: null, expires_at: null }))
    return { ids: page.data.map(({ id }) => id), cursor: page.after ?? page.last_id, tasks }
  },
}

/** Links are signed again in every answer. */
function lasting(task: { readonly output: object | null }, fleeting: object): unknown {
  return task.output === null ? task : { ...task, output: { ...task.output, ...fleeting } }
}

/** All of REST's fields of a task. */
const FIELDS = `id status progress mode prompt inputImage endImage references resolution duration aspectRatio seed audio
  serviceTier acceleration accelerated useContextIr contextIrApplied webhookUrl groupId nIndex sourceTaskId createdAt startedAt
  completedAt waiting { since seconds reason } queue { position etaSeconds } cost { frozenMicro earnedMicro }
  output { videoUri width height duration hasAudio watermarked expiresAt availableUntil }
  usage { billedSeconds billedTier amountMicro amount currency items { kind quantity unitPriceMicro amountMicro } }
  failReason failDetail metadata`

const QUERY = `query Tasks($first: Int, $after: String, $status: [TaskStatus!], $mode: Mode, $createdAfter: DateTime,
  $createdBefore: DateTime) {
  tasks(first: $first, after: $after, status: $status, mode: $mode, createdAfter: $createdAfter, createdBefore: $createdBefore) {
    nodes { ${FIELDS} }
    pageInfo { hasNextPage endCursor }
  }
}`

interface Connection {
  readonly nodes: readonly { readonly id: string; readonly output: object | null }[]
  readonly pageInfo: { readonly endCursor: string | null }
}

function readConnection(text: string, field: string): Answered {
  const { data, errors } = JSON.parse(text) as { data?: Readonly<Record<string, Connection>>; errors?: unknown }
  const connection = data?.[field]
  if (errors || !connection) throw new Error(`no page: ${text.slice(0, 1000)}`)
  const tasks = connection.nodes.map((task) => lasting(task, { videoUri: null, expiresAt: null }))
  return { ids: connection.nodes.map(({ id }) => id), cursor: connection.pageInfo.endCursor, tasks }
}

export const GRAPHQL: Door = {
  ask(filters, cursor) {
    const asked = filters && {
      ...filters,
      status: [filters.status.toUpperCase()],
      mode: filters.mode.toUpperCase(),
    }
    const variables = { first: PAGE, after: cursor, ...asked }
    return { method: 'POST', path: '/graphql', body: JSON.stringify({ query: QUERY, variables }) }
  },
  read: (text) => readConnection(text, 'tasks'),
}

/** The same under PostGraphile's names: the row's id is `rowId`, and its plan for the output is `shown`. */
const POSTGRAPHILE_QUERY = `query Tasks($first: Int, $after: Cursor, $condition: TaskCondition) {
  allTasks(first: $first, after: $after, condition: $condition, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
    nodes { ${FIELDS.replace('id status', 'id: rowId status').replace('output {', 'output: shown {')} }
    pageInfo { hasNextPage endCursor }
  }
}`

export function postgraphileDoor(accountId: string): Door {
  return {
    ask(filters, cursor) {
      const condition = { accountId, deletedAt: null, ...filters }
      const body = JSON.stringify({ query: POSTGRAPHILE_QUERY, variables: { first: PAGE, after: cursor, condition } })
      return { method: 'POST', path: '/graphql', body }
    },
    read: (text) => readConnection(text, 'allTasks'),
  }
}
