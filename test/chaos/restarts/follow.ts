import { type Client, type ClientOptions, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** A task's state after one change. */
export interface Update {
  readonly seq: number
  readonly skipped: boolean
  readonly task: { readonly status: string; readonly progress: number }
}

const QUERY = `subscription ($id: ID!, $afterSeq: Int) {
  taskUpdated(id: $id, afterSeq: $afterSeq) { seq skipped task { status progress } }
}`

/** The stock client, configured to retry patiently, even if nothing listens at the address. */
export function openClient(port: number, key: string, options: Partial<ClientOptions>): Client {
  return createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${key}` },
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    ...options,
  })
}

/**
 * Follows a task through any restart of the gateway. When the client reconnects it serialises its payload again:
 * `afterSeq` is then the last received seq, so that the stream resumes after it.
 * @returns settles when the stream is complete; throws the client's final error
 */
export function followTask(client: Client, id: string, onUpdate: (update: Update) => void): Promise<void> {
  const variables: { id: string; afterSeq: number | null } = { id, afterSeq: null }
  return new Promise((resolve, reject) => {
    client.subscribe<{ taskUpdated: Update }>(
      { query: QUERY, variables },
      {
        next({ data, errors }) {
          if (!data) return reject(errors)
          variables.afterSeq = data.taskUpdated.seq
          onUpdate(data.taskUpdated)
        },
        error: reject,
        complete: resolve,
      },
    )
  })
}
