import type { Client } from 'urql'
import { type WorkFragment, WorksUpdatedDocument } from '../generated/graphql.ts'

/** After a refused subscription. */
const RETRY_MS = 5000

/**
 * Follows the changes of the account's works.
 * @param from cursor of the last change that is known
 * @param reach is called with the cursor of each change
 * @returns a function that ends it
 */
export function followWorks(
  client: Client,
  from: string,
  change: (id: string, work: WorkFragment | null) => void,
  reach: (cursor: string) => void,
): () => void {
  let after: string | null = from
  let isOver = false
  let stop = () => {}
  const listen = () => {
    const source = client.subscription(WorksUpdatedDocument, { after })
    const { unsubscribe } = source.subscribe(({ data, error }) => {
      if (data) {
        const { cursor, taskId, task } = data.tasksUpdated
        after = cursor
        reach(cursor)
        change(taskId, task ?? null)
      }
      if (!error || error.networkError) return
      const codes = error.graphQLErrors.map(({ extensions }) => extensions['code'])
      if (codes.includes('invalid_cursor')) after = null
      // A subscription that is read too slowly ends, and continues from its last cursor.
      setTimeout(again, codes.includes('stream_lagged') ? 0 : RETRY_MS)
    })
    stop = unsubscribe
  }
  const again = () => {
    stop()
    if (!isOver) listen()
  }
  listen()
  return () => {
    isOver = true
    stop()
  }
}
