/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
/** Whether to use the accelerated path. It applies to the draft tier only. */
export type Acceleration =
  /** Accelerated if compute for it is free. */
  | 'AUTO'
  /** Never accelerated. */
  | 'OFF'

/** Requested shape of the picture. */
export type AspectRatioChoice =
  /** Square, 768 × 768. */
  | 'ASPECT_1_1'
  /** Portrait, 768 × 1024. */
  | 'ASPECT_3_4'
  /** Landscape, 1024 × 768. */
  | 'ASPECT_4_3'
  /** Portrait, 768 × 1344. */
  | 'ASPECT_9_16'
  /** Landscape, 1344 × 768. */
  | 'ASPECT_16_9'
  /** Wide, 1536 × 672. */
  | 'ASPECT_21_9'
  /** The shape closest to the first material item with pixels, chosen when the task is created. */
  | 'AUTO'

/** Purpose of a file. It is recorded only: any image can be a start frame, an end frame or a reference. */
export type FilePurpose =
  /** An end frame. */
  | 'END_IMAGE'
  /** A start frame. */
  | 'INPUT_IMAGE'
  /** Reference material. */
  | 'REFERENCE'

/** The file to upload. */
export type FileUploadInput = {
  /** The file, in a multipart request. Image up to 30 MB, audio up to 50 MB, video up to 200 MB. */
  file: Blob
  /** A repeated call with the same key has no further effect. Takes precedence over the Idempotency-Key header. */
  idempotencyKey?: string | null | undefined
  /** Purpose of the file. */
  purpose: FilePurpose
}

/** Kind of a ledger entry. */
export type LedgerEntryKind =
  /** A correction by the operator. */
  | 'ADJUSTMENT'
  /** Money set aside for a task or call. */
  | 'FREEZE'
  /** The charge of one prompt optimisation. */
  | 'PROMPT_OPTIMIZE'
  /** A refund. */
  | 'REFUND'
  /** A freeze ended without a charge. */
  | 'RELEASE'
  /** A freeze ended by a charge. */
  | 'SETTLE'
  /** Money added. */
  | 'TOPUP'

/** Kind of a file, detected from its bytes. */
export type MediaKind =
  /** Sound: MP3, WAV, M4A or FLAC. */
  | 'AUDIO'
  /** A picture: PNG, JPEG or WebP. */
  | 'IMAGE'
  /** A video: MP4 or MOV. */
  | 'VIDEO'

/** What a video is made from. */
export type Mode =
  /** From a start frame, an end frame or both. */
  | 'IMAGE_TO_VIDEO'
  /** From reference material that the prompt can refer to. */
  | 'REFERENCE_TO_VIDEO'
  /** From the prompt alone. */
  | 'TEXT_TO_VIDEO'

/** Kind of a line of a price. */
export type PriceItemKind =
  /** Context IR, if it was applied. */
  | 'CONTEXT_IR'
  /** Encoding of the prompt. */
  | 'ENCODER'
  /** Seconds of generated video. */
  | 'GENERATION'
  /** Seconds of reference audio. */
  | 'MATERIAL_AUDIO'
  /** Reference images beyond five. */
  | 'MATERIAL_IMAGE'
  /** Seconds of reference video. */
  | 'MATERIAL_VIDEO'
  /** Seconds of upscaled video. */
  | 'UPSCALE'

/** Resolution of the delivered video. */
export type Resolution =
  /** Twice the canvas, by upscaling. */
  | 'R2K'
  /** Three times the canvas, by upscaling. */
  | 'R4K'
  /** The canvas itself. */
  | 'R768P'

/** How a task is served and priced. */
export type ServiceTier =
  /** Runs on compute reserved for the account. Where there is none it runs on common compute and is billed as PRO. */
  | 'DEDICATED'
  /** Accelerated, at the price of STANDARD, with some loss of picture quality. */
  | 'DRAFT'
  /** Has priority over STANDARD, and slow tasks get a second try. */
  | 'PRO'
  /** The normal tier. */
  | 'STANDARD'

/** Direction of a list. */
export type SortOrder =
  /** Oldest first. */
  | 'ASC'
  /** Newest first. */
  | 'DESC'

/** The task to cancel. */
export type TaskCancelInput = {
  /** Prefixed `vid_`. */
  id: string | number
  /** A repeated call with the same key has no further effect. Takes precedence over the Idempotency-Key header. */
  idempotencyKey?: string | null | undefined
}

/** The video to create. A null field means the same as one left out. */
export type TaskCreateInput = {
  /**
   * Applies to the draft tier only.
   * @deprecated Superseded by `serviceTier`: set DRAFT for the accelerated path.
   */
  acceleration?: Acceleration | null | undefined
  /** Shape of the picture. */
  aspectRatio?: AspectRatioChoice | null | undefined
  /** Whether the video has sound. */
  audio?: boolean | null | undefined
  /** Seconds, 5 to 15, at most three decimals. The basis of billing. */
  duration?: number | null | undefined
  /** File of the end frame, with IMAGE_TO_VIDEO. */
  endImage?: string | number | null | undefined
  /** A repeated create with the same key returns the same tasks and bills once. Takes precedence over the Idempotency-Key header, which applies to all writes of the request without their own key. */
  idempotencyKey?: string | null | undefined
  /** File of the start frame, with IMAGE_TO_VIDEO. */
  inputImage?: string | number | null | undefined
  /** The most that all tasks may cost together. If they would cost more, none is created. */
  maxAmountMicro?: string | null | undefined
  /** Any object of your own, at most 16 KB, returned unchanged. */
  metadata?: unknown
  /** What it is made from. */
  mode?: Mode | null | undefined
  /** 1, 2 or 4 independent tasks. */
  n?: number | null | undefined
  /** What the video shows, 1 to 7000 characters, not all of them blank. With REFERENCE_TO_VIDEO it may refer to material: @图片1, @视频1, @音频1. Text that only looks like such a reference (@图片０, <picture 1>) is refused. */
  prompt: string
  /** Files of reference material, in the order in which the prompt counts them. */
  references?: Array<string | number> | null | undefined
  /** Resolution of the delivered video. */
  resolution?: Resolution | null | undefined
  /** Fixes the random seed, from 0; task i of several takes seed + i. */
  seed?: number | null | undefined
  /** How the task is served and priced. */
  serviceTier?: ServiceTier | null | undefined
  /** Whether to use context IR, charged if applied. Defaults to the account’s setting. */
  useContextIr?: boolean | null | undefined
  /** URL that receives a webhook when a task has ended; https only. */
  webhookUrl?: string | null | undefined
}

/** State of a task. */
export type TaskStatus =
  /** Cancelled; only completed work is billed. */
  | 'CANCELLED'
  /** Prompt and material are being encoded. */
  | 'ENCODING'
  /** Failed and not billed; see `failReason`. */
  | 'FAILED'
  /** The video is being transcoded and packaged. */
  | 'PACKAGING'
  /** Accepted, waiting for dispatch. */
  | 'QUEUED'
  /** Rejected for its content; only completed work is billed. */
  | 'REJECTED'
  /** The video is being generated. */
  | 'RENDERING'
  /** Done and billed; see `output` and `usage`. */
  | 'SUCCEEDED'
  /** The video is being upscaled. */
  | 'UPSCALING'

export type TaskPageQueryVariables = Exact<{
  first: number
  after?: string | null | undefined
}>

export type TaskPageQuery = {
  tasks: {
    nodes: Array<{ id: string; status: TaskStatus }>
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

export type TaskNodeQueryVariables = Exact<{
  id: string | number
}>

export type TaskNodeQuery = {
  node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { status: TaskStatus; prompt: string; id: string }
    | { id: string }
    | null
}

export type TaskCancelMutationVariables = Exact<{
  input: TaskCancelInput
}>

export type TaskCancelMutation = {
  taskCancel: {
    task: { id: string; status: TaskStatus } | null
    userErrors: Array<
      | { __typename: 'ConcurrencyLimitError'; code: string }
      | { __typename: 'ConflictError'; code: string }
      | { __typename: 'InsufficientBalanceError'; code: string }
      | { __typename: 'InvalidInputError'; code: string }
      | { __typename: 'PriceAboveMaximumError'; code: string }
      | { __typename: 'PriceChangedError'; code: string }
      | { __typename: 'SpendLimitError'; code: string }
      | { __typename: 'TaskNotCancellableError'; status: TaskStatus; code: string }
    >
  } | null
}

export type FileUploadMutationVariables = Exact<{
  input: FileUploadInput
}>

export type FileUploadMutation = {
  fileUpload: {
    file: { id: string; kind: MediaKind; bytes: number } | null
    userErrors: Array<
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
      | { code: string; path: Array<string> | null }
    >
  } | null
}

export type TaskStatesSubscriptionVariables = Exact<{
  id: string | number
  after?: string | null | undefined
}>

export type TaskStatesSubscription = {
  taskUpdated: { seq: number; cursor: string; task: { id: string; status: TaskStatus } }
}

export type TaskStateFragment = {
  id: string
  status: TaskStatus
  progress: number
  metadata: unknown
  output: {
    videoUri: string | null
    expiresAt: string | null
    availableUntil: string | null
    width: number
    height: number
    duration: number
    hasAudio: boolean
    watermarked: boolean
  } | null
  usage: {
    billedSeconds: number
    amountMicro: string
    amount: string
    currency: string
    items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
  } | null
  cost: { frozenMicro: string; earnedMicro: string } | null
}

export type TaskCreateMutationVariables = Exact<{
  input: TaskCreateInput
}>

export type TaskCreateMutation = {
  taskCreate: {
    groupId: string | null
    requested: number
    created: number
    tasks: Array<{
      groupId: string | null
      nIndex: number | null
      seed: number
      id: string
      status: TaskStatus
      progress: number
      metadata: unknown
      output: {
        videoUri: string | null
        expiresAt: string | null
        availableUntil: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
      } | null
      usage: {
        billedSeconds: number
        amountMicro: string
        amount: string
        currency: string
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
    }>
    userErrors: Array<
      | {
          __typename: 'ConcurrencyLimitError'
          limit: number
          code: string
          message: string
          path: Array<string> | null
        }
      | { __typename: 'ConflictError'; code: string; message: string; path: Array<string> | null }
      | {
          __typename: 'InsufficientBalanceError'
          required: string
          available: string
          code: string
          message: string
          path: Array<string> | null
        }
      | { __typename: 'InvalidInputError'; code: string; message: string; path: Array<string> | null }
      | { __typename: 'PriceAboveMaximumError'; code: string; message: string; path: Array<string> | null }
      | { __typename: 'PriceChangedError'; code: string; message: string; path: Array<string> | null }
      | { __typename: 'SpendLimitError'; code: string; message: string; path: Array<string> | null }
      | { __typename: 'TaskNotCancellableError'; code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export type TaskQueryVariables = Exact<{
  id: string | number
}>

export type TaskQuery = {
  task: {
    id: string
    status: TaskStatus
    progress: number
    metadata: unknown
    output: {
      videoUri: string | null
      expiresAt: string | null
      availableUntil: string | null
      width: number
      height: number
      duration: number
      hasAudio: boolean
      watermarked: boolean
    } | null
    usage: {
      billedSeconds: number
      amountMicro: string
      amount: string
      currency: string
      items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
    } | null
    cost: { frozenMicro: string; earnedMicro: string } | null
  } | null
  node:
    | { __typename: 'Account'; id: string }
    | { __typename: 'ApiKey'; id: string }
    | { __typename: 'File'; id: string }
    | { __typename: 'LedgerEntry'; id: string }
    | { __typename: 'Task'; id: string }
    | { __typename: 'WebhookDelivery'; id: string }
    | null
}

export type TasksQueryVariables = Exact<{
  first?: number | null | undefined
  after?: string | null | undefined
  order?: SortOrder | null | undefined
  status?: Array<TaskStatus> | TaskStatus | null | undefined
  createdAfter?: string | null | undefined
}>

export type TasksQuery = {
  tasks: {
    nodes: Array<{
      prompt: string
      createdAt: string
      id: string
      status: TaskStatus
      progress: number
      metadata: unknown
      output: {
        videoUri: string | null
        expiresAt: string | null
        availableUntil: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
      } | null
      usage: {
        billedSeconds: number
        amountMicro: string
        amount: string
        currency: string
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
    }>
    edges: Array<{ cursor: string }>
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  }
}

export type CreditsQueryVariables = Exact<{
  first?: number | null | undefined
  after?: string | null | undefined
  kind?: LedgerEntryKind | null | undefined
  taskId?: string | number | null | undefined
}>

export type CreditsQuery = {
  credits: {
    balanceMicro: string
    frozenMicro: string
    availableMicro: string
    balance: string
    currency: string
    entries: {
      nodes: Array<{
        id: string
        kind: LedgerEntryKind
        amountMicro: string
        frozenDeltaMicro: string
        balanceAfterMicro: string
        taskId: string | null
      }>
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  }
}

export type TaskUpdatedSubscriptionVariables = Exact<{
  id: string | number
  afterSeq?: number | null | undefined
}>

export type TaskUpdatedSubscription = {
  taskUpdated: {
    seq: number
    skipped: boolean
    task: {
      id: string
      status: TaskStatus
      progress: number
      metadata: unknown
      output: {
        videoUri: string | null
        expiresAt: string | null
        availableUntil: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
      } | null
      usage: {
        billedSeconds: number
        amountMicro: string
        amount: string
        currency: string
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
    }
  }
}

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>
  private value: string
  public __meta__?: Record<string, any> | undefined

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value
  }
}
export const TaskStateFragmentDoc = new TypedDocumentString(
  `
    fragment TaskState on Task {
  id
  status
  progress
  metadata
  output {
    videoUri
    expiresAt
    availableUntil
    width
    height
    duration
    hasAudio
    watermarked
  }
  usage {
    billedSeconds
    amountMicro
    amount
    currency
    items {
      kind
      quantity
      unitPriceMicro
      amountMicro
    }
  }
  cost {
    frozenMicro
    earnedMicro
  }
}
    `,
  { fragmentName: 'TaskState' },
) as unknown as TypedDocumentString<TaskStateFragment, unknown>
export const TaskPageDocument = new TypedDocumentString(`
    query TaskPage($first: Int!, $after: String) {
  tasks(first: $first, after: $after, order: ASC) {
    nodes {
      id
      status
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<TaskPageQuery, TaskPageQueryVariables>
export const TaskNodeDocument = new TypedDocumentString(`
    query TaskNode($id: ID!) {
  node(id: $id) {
    id
    ... on Task {
      status
      prompt
    }
  }
}
    `) as unknown as TypedDocumentString<TaskNodeQuery, TaskNodeQueryVariables>
export const TaskCancelDocument = new TypedDocumentString(`
    mutation TaskCancel($input: TaskCancelInput!) {
  taskCancel(input: $input) {
    task {
      id
      status
    }
    userErrors {
      __typename
      code
      ... on TaskNotCancellableError {
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TaskCancelMutation, TaskCancelMutationVariables>
export const FileUploadDocument = new TypedDocumentString(`
    mutation FileUpload($input: FileUploadInput!) {
  fileUpload(input: $input) {
    file {
      id
      kind
      bytes
    }
    userErrors {
      code
      path
    }
  }
}
    `) as unknown as TypedDocumentString<FileUploadMutation, FileUploadMutationVariables>
export const TaskStatesDocument = new TypedDocumentString(`
    subscription TaskStates($id: ID!, $after: String) {
  taskUpdated(id: $id, after: $after) {
    seq
    cursor
    task {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<TaskStatesSubscription, TaskStatesSubscriptionVariables>
export const TaskCreateDocument = new TypedDocumentString(`
    mutation TaskCreate($input: TaskCreateInput!) {
  taskCreate(input: $input) {
    tasks {
      ...TaskState
      groupId
      nIndex
      seed
    }
    groupId
    requested
    created
    userErrors {
      __typename
      code
      message
      path
      ... on InsufficientBalanceError {
        required
        available
      }
      ... on ConcurrencyLimitError {
        limit
      }
    }
  }
}
    fragment TaskState on Task {
  id
  status
  progress
  metadata
  output {
    videoUri
    expiresAt
    availableUntil
    width
    height
    duration
    hasAudio
    watermarked
  }
  usage {
    billedSeconds
    amountMicro
    amount
    currency
    items {
      kind
      quantity
      unitPriceMicro
      amountMicro
    }
  }
  cost {
    frozenMicro
    earnedMicro
  }
}`) as unknown as TypedDocumentString<TaskCreateMutation, TaskCreateMutationVariables>
export const TaskDocument = new TypedDocumentString(`
    query Task($id: ID!) {
  task(id: $id) {
    ...TaskState
  }
  node(id: $id) {
    __typename
    id
  }
}
    fragment TaskState on Task {
  id
  status
  progress
  metadata
  output {
    videoUri
    expiresAt
    availableUntil
    width
    height
    duration
    hasAudio
    watermarked
  }
  usage {
    billedSeconds
    amountMicro
    amount
    currency
    items {
      kind
      quantity
      unitPriceMicro
      amountMicro
    }
  }
  cost {
    frozenMicro
    earnedMicro
  }
}`) as unknown as TypedDocumentString<TaskQuery, TaskQueryVariables>
export const TasksDocument = new TypedDocumentString(`
    query Tasks($first: Int, $after: String, $order: SortOrder, $status: [TaskStatus!], $createdAfter: DateTime) {
  tasks(
    first: $first
    after: $after
    order: $order
    status: $status
    createdAfter: $createdAfter
  ) {
    nodes {
      ...TaskState
      prompt
      createdAt
    }
    edges {
      cursor
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment TaskState on Task {
  id
  status
  progress
  metadata
  output {
    videoUri
    expiresAt
    availableUntil
    width
    height
    duration
    hasAudio
    watermarked
  }
  usage {
    billedSeconds
    amountMicro
    amount
    currency
    items {
      kind
      quantity
      unitPriceMicro
      amountMicro
    }
  }
  cost {
    frozenMicro
    earnedMicro
  }
}`) as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>
export const CreditsDocument = new TypedDocumentString(`
    query Credits($first: Int, $after: String, $kind: LedgerEntryKind, $taskId: ID) {
  credits {
    balanceMicro
    frozenMicro
    availableMicro
    balance
    currency
    entries(first: $first, after: $after, kind: $kind, taskId: $taskId) {
      nodes {
        id
        kind
        amountMicro
        frozenDeltaMicro
        balanceAfterMicro
        taskId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreditsQuery, CreditsQueryVariables>
export const TaskUpdatedDocument = new TypedDocumentString(`
    subscription TaskUpdated($id: ID!, $afterSeq: Int) {
  taskUpdated(id: $id, afterSeq: $afterSeq) {
    seq
    skipped
    task {
      ...TaskState
    }
  }
}
    fragment TaskState on Task {
  id
  status
  progress
  metadata
  output {
    videoUri
    expiresAt
    availableUntil
    width
    height
    duration
    hasAudio
    watermarked
  }
  usage {
    billedSeconds
    amountMicro
    amount
    currency
    items {
      kind
      quantity
      unitPriceMicro
      amountMicro
    }
  }
  cost {
    frozenMicro
    earnedMicro
  }
}`) as unknown as TypedDocumentString<TaskUpdatedSubscription, TaskUpdatedSubscriptionVariables>
