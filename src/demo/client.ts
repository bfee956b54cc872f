import { createClient } from 'graphql-ws'

/** A task as the demo asks for it. */
export interface DemoTask {
  readonly id: string
  readonly status: string
  readonly progress: number
  readonly failDetail: string | null
  readonly waiting: { readonly seconds: number; readonly reason: string } | null
  readonly output: { readonly videoUri: string | null } | null
  readonly usage: { readonly amount: string } | null
}

export interface DemoEntry {
  readonly kind: string
  readonly amountMicro: string
  readonly frozenDeltaMicro: string
  readonly balanceAfterMicro: string
}

const TASK = 'id status progress failDetail waiting { seconds reason } output { videoUri } usage { amount }'

const CREATE = `mutation Create($input: TaskCreateInput!) {
  taskCreate(input: $input) { tasks { ${TASK} } userErrors { code message path } }
}`

const UPDATED = `subscription Updated($id: ID!) { taskUpdated(id: $id) { task { ${TASK} } } }`

const ENTRIES = `query Entries($taskId: ID!) {
  credits { entries(first: 20, taskId: $taskId) { nodes { kind amountMicro frozenDeltaMicro balanceAfterMicro } } }
}`

interface Answer<T> {
  readonly data?: T
  readonly errors?: readonly { readonly message: string }[]
}

/** The public GraphQL API, as any client would use it. */
export interface DemoClient {
  /** @throws Error with the service's own words when it refuses */
  create(input: Readonly<Record<string, unknown>>): Promise<DemoTask>
  /** The task now and after every change, to its end; comes back by itself when the connection breaks. */
  follow(taskId: string): AsyncIterable<DemoTask>
  /** Ledger entries of a task, oldest first. */
  entries(taskId: string): Promise<readonly DemoEntry[]>
}

export function createDemoClient(url: string, key: string): DemoClient {
  const authorization = `Bearer ${key}`

  const run = async <T>(query: string, variables: unknown): Promise<T> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as Answer<T>
    if (errors || !data) throw new Error(errors?.[0]?.message ?? `the service answered ${response.status}`)
    return data
  }

  return {
    async create(input) {
      type Data = { taskCreate: { tasks: DemoTask[]; userErrors: { message: string; path: string[] | null }[] } }
      const { taskCreate } = await run<Data>(CREATE, { input })
      const [task] = taskCreate.tasks
      if (!task) throw new Error(taskCreate.userErrors[0]?.message ?? 'nothing was created')
      return task
    },
    async *follow(taskId) {
      const socket = createClient({
        url: `${url.replace(/^http/, 'ws')}/graphql`,
        connectionParams: { Authorization: authorization },
        retryAttempts: 20,
      })
      try {
        type Data = { taskUpdated: { task: DemoTask } }
        for await (const { data, errors } of socket.iterate<Data>({ query: UPDATED, variables: { id: taskId } })) {
          if (errors || !data) throw new Error(errors?.[0]?.message ?? 'the subscription broke')
          yield data.taskUpdated.task
        }
      } finally {
        await socket.dispose()
      }
    },
    async entries(taskId) {
      type Data = { credits: { entries: { nodes: DemoEntry[] } } }
      const { credits } = await run<Data>(ENTRIES, { taskId })
      return credits.entries.nodes.toReversed()
    },
  }
}
