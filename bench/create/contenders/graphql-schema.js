/** The part of vidgate's schema that a create uses, for the GraphQL contenders. */
export const typeDefs = `#graphql
  scalar DateTime
  enum Status { QUEUED ENCODING RENDERING UPSCALING PACKAGING SUCCEEDED FAILED CANCELLED REJECTED }
  type TaskCost { frozenMicro: Float! }
  type Task {
    id: ID!
    status: Status!
    progress: Float!
    prompt: String!
    duration: Float!
    seed: Int!
    createdAt: DateTime!
    cost: TaskCost
  }
  type UserError { code: String! message: String! }
  type TaskCreatePayload { tasks: [Task!]! requested: Int! created: Int! userErrors: [UserError!]! }
  input TaskCreateInput { prompt: String! duration: Float }
  type Query { version: String! }
  type Mutation { taskCreate(input: TaskCreateInput!): TaskCreatePayload! }
`

export function resolversFor(createOnce) {
  return {
    Query: { version: () => '1' },
    Mutation: {
      async taskCreate(_root, { input }, { authorization, idempotencyKey }) {
        const task = await createOnce(authorization, idempotencyKey, input)
        if (!task)
          return { tasks: [], requested: 1, created: 0, userErrors: [{ code: 'refused', message: 'Refused.' }] }
        return { tasks: [task], requested: 1, created: 1, userErrors: [] }
      },
    },
    Task: {
      status: () => 'QUEUED',
      progress: () => 0,
      cost: ({ frozenMicro }) => ({ frozenMicro }),
    },
  }
}

/** Context of a request from its headers. */
export function contextOf(headers) {
  return { authorization: headers.authorization, idempotencyKey: headers['idempotency-key'] }
}
