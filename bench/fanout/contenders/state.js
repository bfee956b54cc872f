/** The part of vidgate's schema that a watched task uses, for the GraphQL contenders. */
export const typeDefs = `
  scalar DateTime
  scalar MicroYuan
  scalar URL
  enum TaskStatus { QUEUED ENCODING RENDERING UPSCALING PACKAGING SUCCEEDED FAILED CANCELLED REJECTED }
  enum FailReason { INTERNAL_ERROR CONTENT_REJECTED }
  type TaskWaiting { since: DateTime! seconds: Int! reason: String! }
  type TaskCost { frozenMicro: MicroYuan! earnedMicro: MicroYuan! }
  type TaskOutput { videoUri: URL width: Int! height: Int! duration: Float! }
  type TaskUsage { billedSeconds: Float! amountMicro: MicroYuan! }
  type Task {
    id: ID!
    status: TaskStatus!
    progress: Float!
    waiting: TaskWaiting
    cost: TaskCost
    output: TaskOutput
    usage: TaskUsage
    failReason: FailReason
    failDetail: String
    startedAt: DateTime
    completedAt: DateTime
  }
  type TaskUpdate { seq: Int! skipped: Boolean! task: Task! }
  type Query { version: String! }
  type Subscription { taskUpdated(id: ID!): TaskUpdate! }
`

/** A task's state at `seq`, with the same values as vidgate's. */
export function stateOf(id, seq, progress) {
  const cost = { frozenMicro: '2520000', earnedMicro: '20000' }
  const none = { output: null, usage: null, failReason: null, failDetail: null }
  const times = { startedAt: '2026-11-28T09:41:27.301Z', completedAt: null }
  return { seq, skipped: false, task: { id, status: 'RENDERING', progress, waiting: null, cost, ...none, ...times } }
}

/** The same state from a row of the database, as far as it is read there. */
export function stateOfRow({ task_id: id, seq, status, progress, frozen_micro: frozenMicro, started_at: started }) {
  const cost = { frozenMicro, earnedMicro: '20000' }
  const none = { output: null, usage: null, failReason: null, failDetail: null }
  const times = { startedAt: started.toISOString(), completedAt: null }
  return { seq, skipped: false, task: { id, status, progress, waiting: null, cost, ...none, ...times } }
}
