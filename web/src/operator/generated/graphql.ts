/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
/** A correction of a balance. */
export type AccountAdjustInput = {
  /** Yuan with a sign and at most six decimals: `+1` or `-0.48`. Frozen credit cannot be deducted. */
  amount: string
  /** Id of the account. */
  id: string | number
  /** Your own key, such as the id of the payment: 1 to 255 printable ASCII characters. It is kept with the entry and never expires. A repeat returns the first entry; with another account, amount or kind it is refused with `idempotency_key_reused`. */
  idempotencyKey: string
  /** The reason. The owner of the account reads it. */
  note: string
}

/** Limits to change, each from 1 to 1000000000. Fields left out keep their values. */
export type AccountLimitsInput = {
  /** Other calls per minute for each key. */
  calls?: number | null | undefined
  /** Maximum number of unfinished tasks. */
  concurrency?: number | null | undefined
  /** Creates per minute for each key. */
  creates?: number | null | undefined
  /** All keys together may make this many times the creates and calls of one key. */
  factor?: number | null | undefined
  /** Id of the account. */
  id: string | number
  /** Maximum number of keys that are neither revoked nor expired. */
  keys?: number | null | undefined
  /** Maximum size of all kept uploads, in megabytes of 1024 × 1024 bytes. */
  uploads?: number | null | undefined
}

/** A setting of an account to switch on or off. */
export type AccountSwitchInput = {
  /** true switches it on. */
  enabled: boolean
  /** Id of the account. */
  id: string | number
}

/** Paid credit to add to an account. */
export type AccountTopUpInput = {
  /** Yuan above zero, with at most six decimals: `120.50`. */
  amount: string
  /** Id of the account. */
  id: string | number
  /** Your own key, such as the id of the payment: 1 to 255 printable ASCII characters. It is kept with the entry and never expires. A repeat returns the first entry; with another account, amount or kind it is refused with `idempotency_key_reused`. */
  idempotencyKey: string
  /** Note that the owner of the account reads; `Top-up` by default. */
  note?: string | null | undefined
}

/** The running attempt to end. */
export type AttemptRestartInput = {
  /** Id of its task. */
  id: string | number
  /** Its number. */
  number: number
  /** Its stage. */
  stage: string
}

/** Settings of a console parameter for an account. */
export type ConsoleParameterInput = {
  /** Value that the console fills in. A create must accept it. null: none. */
  default?: unknown
  /** Id of the account. */
  id: string | number
  /** Name of the parameter, as in REST. */
  name: string
  /** Whether the console shows the parameter. */
  visible: boolean
}

/** A change of one price. */
export type PriceChangeInput = {
  /** Key of the price, such as `generation.768p`. */
  key: string
  /** New value: yuan with at most six decimals, or a factor with at most three. */
  value: string
}

/** A new version of the price list. */
export type PriceListInput = {
  /** Prices to change. Prices left out keep their values. */
  changes: Array<PriceChangeInput>
  /** Version that the changes apply to. The call changes nothing if another version is in force, so a repeated call adds one version only. */
  version: number
}

/** The task to cancel. */
export type TaskCancelInput = {
  /** Id of the task. */
  id: string | number
}

/** Which tasks a list has. */
export type TaskGroup =
  /** They have ended in any way. Newest first. */
  | 'ENDED'
  /** They failed. Newest first. */
  | 'FAILED'
  /** A worker runs a stage. Longest run first. */
  | 'RUNNING'
  /** A stage has been ready for over a minute. Longest wait first. */
  | 'WAITING'

export type OperatedAccountFragment = {
  id: string
  name: string
  enabled: boolean
  createdAt: string
  apiVersion: string
  earlierForm: boolean
  useContextIr: boolean
  activeTasks: number
  balance: string
  frozen: string
  available: string
  limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
  console: Array<{ name: string; visible: boolean; default: unknown }>
}

export type RefusalFragment = { code: string; message: string; path: Array<string> | null }

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined
  after?: string | number | null | undefined
}>

export type AccountsQuery = {
  accounts: {
    nodes: Array<{
      id: string
      name: string
      enabled: boolean
      createdAt: string
      apiVersion: string
      earlierForm: boolean
      useContextIr: boolean
      activeTasks: number
      balance: string
      frozen: string
      available: string
      limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
      console: Array<{ name: string; visible: boolean; default: unknown }>
    }>
    pageInfo: { endCursor: string | null; hasNextPage: boolean }
  }
}

export type SetLimitsMutationVariables = Exact<{
  input: AccountLimitsInput
}>

export type SetLimitsMutation = {
  accountLimitsUpdate: {
    account: {
      id: string
      name: string
      enabled: boolean
      createdAt: string
      apiVersion: string
      earlierForm: boolean
      useContextIr: boolean
      activeTasks: number
      balance: string
      frozen: string
      available: string
      limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
      console: Array<{ name: string; visible: boolean; default: unknown }>
    } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type SetStatusMutationVariables = Exact<{
  input: AccountSwitchInput
}>

export type SetStatusMutation = {
  accountStatusUpdate: {
    account: {
      id: string
      name: string
      enabled: boolean
      createdAt: string
      apiVersion: string
      earlierForm: boolean
      useContextIr: boolean
      activeTasks: number
      balance: string
      frozen: string
      available: string
      limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
      console: Array<{ name: string; visible: boolean; default: unknown }>
    } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type SetEarlierFormMutationVariables = Exact<{
  input: AccountSwitchInput
}>

export type SetEarlierFormMutation = {
  accountEarlierFormUpdate: {
    account: {
      id: string
      name: string
      enabled: boolean
      createdAt: string
      apiVersion: string
      earlierForm: boolean
      useContextIr: boolean
      activeTasks: number
      balance: string
      frozen: string
      available: string
      limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
      console: Array<{ name: string; visible: boolean; default: unknown }>
    } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type SetConsoleParameterMutationVariables = Exact<{
  input: ConsoleParameterInput
}>

export type SetConsoleParameterMutation = {
  consoleParameterUpdate: {
    account: {
      id: string
      name: string
      enabled: boolean
      createdAt: string
      apiVersion: string
      earlierForm: boolean
      useContextIr: boolean
      activeTasks: number
      balance: string
      frozen: string
      available: string
      limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
      console: Array<{ name: string; visible: boolean; default: unknown }>
    } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type OneAccountQueryVariables = Exact<{
  id: string | number
}>

export type OneAccountQuery = {
  account: {
    id: string
    name: string
    enabled: boolean
    createdAt: string
    apiVersion: string
    earlierForm: boolean
    useContextIr: boolean
    activeTasks: number
    balance: string
    frozen: string
    available: string
    limits: { concurrency: number; creates: number; calls: number; factor: number; keys: number; uploads: number }
    console: Array<{ name: string; visible: boolean; default: unknown }>
  } | null
}

export type BookedFragment = { id: string; amount: string; balanceAfter: string; createdAt: string; isRepeat: boolean }

export type TopUpMutationVariables = Exact<{
  input: AccountTopUpInput
}>

export type TopUpMutation = {
  accountTopUp: {
    entry: { id: string; amount: string; balanceAfter: string; createdAt: string; isRepeat: boolean } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type AdjustMutationVariables = Exact<{
  input: AccountAdjustInput
}>

export type AdjustMutation = {
  accountAdjust: {
    entry: { id: string; amount: string; balanceAfter: string; createdAt: string; isRepeat: boolean } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

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
  queues: Array<{ stage: string; tier: string; ready: number; running: number; oldestWaitSeconds: number | null }>
  flows: Array<{
    stage: string
    spanSeconds: number
    donePerMinute: number
    doneByMinute: Array<number>
    waitP50Seconds: number | null
    waitP90Seconds: number | null
    runP50Seconds: number | null
    runP90Seconds: number | null
    outcomes: Array<{ outcome: string; count: number }>
    hedges: { won: number; lost: number; unused: number }
  }>
  firstEstimates: Array<{
    tier: string
    tasks: number
    unestimated: number
    ratioBounds: Array<number>
    byRatio: Array<number>
    errorP50: number | null
    errorP90: number | null
  }>
}

export type TryFragment = {
  taskId: string
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
}

export type TaskTriesQueryVariables = Exact<{
  id: string | number
}>

export type TaskTriesQuery = {
  task: {
    id: string
    status: string
    attempts: Array<{
      taskId: string
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

export type WorkerTriesQueryVariables = Exact<{
  id: string | number
}>

export type WorkerTriesQuery = {
  workerAttempts: Array<{
    taskId: string
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
}

export type ListedTaskFragment = {
  id: string
  accountId: string
  serviceTier: string
  status: string
  createdAt: string
  completedAt: string | null
  failReason: string | null
  attempts: Array<{
    taskId: string
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
}

export type TasksQueryVariables = Exact<{
  group: TaskGroup
  account?: string | number | null | undefined
  stage?: string | null | undefined
  worker?: string | number | null | undefined
}>

export type TasksQuery = {
  tasks: Array<{
    id: string
    accountId: string
    serviceTier: string
    status: string
    createdAt: string
    completedAt: string | null
    failReason: string | null
    attempts: Array<{
      taskId: string
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
  }>
}

export type CancelTaskMutationVariables = Exact<{
  input: TaskCancelInput
}>

export type CancelTaskMutation = {
  taskCancel: {
    task: {
      id: string
      accountId: string
      serviceTier: string
      status: string
      createdAt: string
      completedAt: string | null
      failReason: string | null
      attempts: Array<{
        taskId: string
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
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type HistoryQueryVariables = Exact<{ [key: string]: never }>

export type HistoryQuery = {
  history: {
    since: string
    created: Array<number>
    succeeded: Array<number>
    failed: Array<number>
    cancelled: Array<number>
    waiting: Array<number>
    running: Array<number>
    stages: Array<{ stage: string; waitP50Seconds: Array<number | null>; runP50Seconds: Array<number | null> }>
  }
}

export type RestartAttemptMutationVariables = Exact<{
  input: AttemptRestartInput
}>

export type RestartAttemptMutation = {
  attemptRestart: {
    task: {
      id: string
      status: string
      attempts: Array<{
        taskId: string
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
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export type PricesFragment = {
  version: number
  effectiveAt: string
  prices: Array<{ key: string; unit: string; value: string }>
  history: Array<{
    version: number
    effectiveAt: string
    steps: Array<{ key: string; unit: string; from: string; to: string }>
  }>
}

export type PriceListQueryVariables = Exact<{ [key: string]: never }>

export type PriceListQuery = {
  priceList: {
    version: number
    effectiveAt: string
    prices: Array<{ key: string; unit: string; value: string }>
    history: Array<{
      version: number
      effectiveAt: string
      steps: Array<{ key: string; unit: string; from: string; to: string }>
    }>
  }
}

export type SetPricesMutationVariables = Exact<{
  input: PriceListInput
}>

export type SetPricesMutation = {
  priceListUpdate: {
    priceList: { version: number } | null
    userErrors: Array<{ code: string; message: string; path: Array<string> | null }>
  } | null
}

export const OperatedAccountFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<OperatedAccountFragment, unknown>
export const RefusalFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RefusalFragment, unknown>
export const BookedFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Booked' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfter' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isRepeat' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<BookedFragment, unknown>
export const TryFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
} as unknown as DocumentNode<TryFragment, unknown>
export const ListedTaskFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ListedTask' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accountId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'attempts' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
} as unknown as DocumentNode<ListedTaskFragment, unknown>
export const PricesFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Prices' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PriceList' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'version' } },
          { kind: 'Field', name: { kind: 'Name', value: 'effectiveAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'prices' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'key' } },
                { kind: 'Field', name: { kind: 'Name', value: 'unit' } },
                { kind: 'Field', name: { kind: 'Name', value: 'value' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'history' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'version' } },
                { kind: 'Field', name: { kind: 'Name', value: 'effectiveAt' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'steps' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'key' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unit' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'from' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'to' } },
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
} as unknown as DocumentNode<PricesFragment, unknown>
export const AccountsDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Accounts' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'search' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accounts' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'search' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'search' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'after' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'nodes' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'pageInfo' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'endCursor' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'hasNextPage' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>
export const SetLimitsDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetLimits' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountLimitsInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountLimitsUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'account' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetLimitsMutation, SetLimitsMutationVariables>
export const SetStatusDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetStatus' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountSwitchInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountStatusUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'account' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetStatusMutation, SetStatusMutationVariables>
export const SetEarlierFormDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetEarlierForm' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountSwitchInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountEarlierFormUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'account' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetEarlierFormMutation, SetEarlierFormMutationVariables>
export const SetConsoleParameterDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetConsoleParameter' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'ConsoleParameterInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'consoleParameterUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'account' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetConsoleParameterMutation, SetConsoleParameterMutationVariables>
export const OneAccountDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'OneAccount' },
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
            name: { kind: 'Name', value: 'account' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'OperatedAccount' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'OperatedAccount' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'enabled' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiVersion' } },
          { kind: 'Field', name: { kind: 'Name', value: 'earlierForm' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'limits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'concurrency' } },
                { kind: 'Field', name: { kind: 'Name', value: 'creates' } },
                { kind: 'Field', name: { kind: 'Name', value: 'calls' } },
                { kind: 'Field', name: { kind: 'Name', value: 'factor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keys' } },
                { kind: 'Field', name: { kind: 'Name', value: 'uploads' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'activeTasks' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balance' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozen' } },
          { kind: 'Field', name: { kind: 'Name', value: 'available' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'console' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'visible' } },
                { kind: 'Field', name: { kind: 'Name', value: 'default' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<OneAccountQuery, OneAccountQueryVariables>
export const TopUpDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'TopUp' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountTopUpInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountTopUp' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entry' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Booked' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Booked' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfter' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isRepeat' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<TopUpMutation, TopUpMutationVariables>
export const AdjustDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'Adjust' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountAdjustInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountAdjust' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entry' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Booked' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Booked' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfter' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isRepeat' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AdjustMutation, AdjustMutationVariables>
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
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'flows' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'stage' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spanSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'donePerMinute' } },
                { kind: 'Field', name: { kind: 'Name', value: 'doneByMinute' } },
                { kind: 'Field', name: { kind: 'Name', value: 'waitP50Seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'waitP90Seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'runP50Seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'runP90Seconds' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'outcomes' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'outcome' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'count' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'hedges' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'won' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'lost' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unused' } },
                    ],
                  },
                },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'firstEstimates' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'tier' } },
                { kind: 'Field', name: { kind: 'Name', value: 'tasks' } },
                { kind: 'Field', name: { kind: 'Name', value: 'unestimated' } },
                { kind: 'Field', name: { kind: 'Name', value: 'ratioBounds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'byRatio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'errorP50' } },
                { kind: 'Field', name: { kind: 'Name', value: 'errorP90' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<FleetQuery, FleetQueryVariables>
export const TaskTriesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'TaskTries' },
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
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'attempts' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
} as unknown as DocumentNode<TaskTriesQuery, TaskTriesQueryVariables>
export const WorkerTriesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'WorkerTries' },
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
            name: { kind: 'Name', value: 'workerAttempts' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
} as unknown as DocumentNode<WorkerTriesQuery, WorkerTriesQueryVariables>
export const TasksDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Tasks' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'group' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskGroup' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'account' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'stage' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'worker' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'tasks' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'group' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'group' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'account' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'account' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'stage' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'stage' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'worker' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'worker' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'ListedTask' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ListedTask' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accountId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'attempts' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<TasksQuery, TasksQueryVariables>
export const CancelTaskDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'CancelTask' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskCancelInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'taskCancel' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'task' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'ListedTask' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ListedTask' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accountId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'attempts' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<CancelTaskMutation, CancelTaskMutationVariables>
export const HistoryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'History' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'history' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'created' } },
                { kind: 'Field', name: { kind: 'Name', value: 'succeeded' } },
                { kind: 'Field', name: { kind: 'Name', value: 'failed' } },
                { kind: 'Field', name: { kind: 'Name', value: 'cancelled' } },
                { kind: 'Field', name: { kind: 'Name', value: 'waiting' } },
                { kind: 'Field', name: { kind: 'Name', value: 'running' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stages' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'stage' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'waitP50Seconds' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'runP50Seconds' } },
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
} as unknown as DocumentNode<HistoryQuery, HistoryQueryVariables>
export const RestartAttemptDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RestartAttempt' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AttemptRestartInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'attemptRestart' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'task' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'attempts' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Try' } }],
                        },
                      },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Try' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Attempt' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
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
} as unknown as DocumentNode<RestartAttemptMutation, RestartAttemptMutationVariables>
export const PriceListDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'PriceList' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'priceList' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Prices' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Prices' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PriceList' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'version' } },
          { kind: 'Field', name: { kind: 'Name', value: 'effectiveAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'prices' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'key' } },
                { kind: 'Field', name: { kind: 'Name', value: 'unit' } },
                { kind: 'Field', name: { kind: 'Name', value: 'value' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'history' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'version' } },
                { kind: 'Field', name: { kind: 'Name', value: 'effectiveAt' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'steps' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'key' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unit' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'from' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'to' } },
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
} as unknown as DocumentNode<PriceListQuery, PriceListQueryVariables>
export const SetPricesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetPrices' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'PriceListInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'priceListUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'priceList' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'version' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Refusal' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Refusal' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UserError' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'message' } },
          { kind: 'Field', name: { kind: 'Name', value: 'path' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetPricesMutation, SetPricesMutationVariables>
