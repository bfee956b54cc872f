/**
 * The fields of a running task that a front end shows. The checked fields are first, at a fixed position in every text.
 */
const QUERY = `subscription TaskUpdated($id: ID!) {
  taskUpdated(id: $id) {
    seq
    skipped
    task {
      id
      status
      progress
      waiting { since seconds reason }
      cost { frozenMicro earnedMicro }
      output { videoUri width height duration }
      usage { billedSeconds amountMicro }
      failReason
      failDetail
      startedAt
      completedAt
    }
  }
}`

export function subscribe(operation: string, id: string): object {
  return { id: operation, type: 'subscribe', payload: { query: QUERY, variables: { id } } }
}
