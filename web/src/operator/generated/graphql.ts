/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type FleetQueryVariables = Exact<{ [key: string]: never }>

export type FleetQuery = {
  workers: Array<{
    id: string
    host: string
    engine: string
    pool: string
    capabilities: Array<string>
    state: string
    stage: string | null
    taskId: string | null
    since: string | null
    beatAgeSeconds: number
    doneLastHour: number
    failedLastHour: number
  }>
  queues: Array<{
    stage: string
    tier: string
    ready: number
    running: number
    oldestWaitSeconds: number | null
    medianRunSeconds: number | null
    p95RunSeconds: number | null
  }>
}

export type AttemptsQueryVariables = Exact<{
  id: string | number
}>

export type AttemptsQuery = {
  task: {
    status: string
    attempts: Array<{
      stage: string
      number: number
      state: string
      workerId: string | null
      pool: string | null
      hedge: boolean
      readyAt: string
      claimedAt: string | null
      finishedAt: string | null
      outcome: string | null
    }>
  } | null
}

export const FleetDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Fleet' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'workers' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'host' } },
                { kind: 'Field', name: { kind: 'Name', value: 'engine' } },
                { kind: 'Field', name: { kind: 'Name', value: 'pool' } },
                { kind: 'Field', name: { kind: 'Name', value: 'capabilities' } },
                { kind: 'Field', name: { kind: 'Name', value: 'state' } },
                { kind: 'Field', name: { kind: 'Name', value: 'stage' } },
                { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'beatAgeSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'doneLastHour' } },
                { kind: 'Field', name: { kind: 'Name', value: 'failedLastHour' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queues' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'stage' } },
                { kind: 'Field', name: { kind: 'Name', value: 'tier' } },
                { kind: 'Field', name: { kind: 'Name', value: 'ready' } },
                { kind: 'Field', name: { kind: 'Name', value: 'running' } },
                { kind: 'Field', name: { kind: 'Name', value: 'oldestWaitSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'medianRunSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'p95RunSeconds' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<FleetQuery, FleetQueryVariables>
export const AttemptsDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Attempts' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'task' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'attempts' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'stage' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'number' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'state' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'workerId' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'pool' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'hedge' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'readyAt' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'claimedAt' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'finishedAt' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'outcome' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AttemptsQuery, AttemptsQueryVariables>
