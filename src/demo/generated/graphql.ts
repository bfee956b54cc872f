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

/** What an unfinished task waits for. */
export type WaitingReason =
  /** Compute for its next step: all that can make it is busy, or none is running. */
  | 'CAPACITY'
  /** The encoder: all are busy, or none is running. */
  | 'ENCODER'
  /** Compute that can accelerate; other compute is free. */
  | 'LORA'

export type DemoTaskFragment = {
  id: string
  status: TaskStatus
  progress: number
  failDetail: string | null
  waiting: { seconds: number; reason: WaitingReason } | null
  output: { videoUri: string | null } | null
  usage: { amount: string } | null
}

export type DemoCreateMutationVariables = Exact<{
  input: TaskCreateInput
}>

export type DemoCreateMutation = {
  taskCreate: {
    tasks: Array<{
      id: string
      status: TaskStatus
      progress: number
      failDetail: string | null
      waiting: { seconds: number; reason: WaitingReason } | null
      output: { videoUri: string | null } | null
      usage: { amount: string } | null
    }>
    userErrors: Array<
      | { message: string; path: Array<string> | null }
      | { message: string; path: Array<string> | null }
      | { message: string; path: Array<string> | null }
      | { message: string; path: Array<string> | null }
      | { message: string; path: Array<string> | null }
      | { message: string; path: Array<string> | null }
    >
  } | null
}

export type DemoUpdatedSubscriptionVariables = Exact<{
  id: string | number
}>

export type DemoUpdatedSubscription = {
  taskUpdated: {
    task: {
      id: string
      status: TaskStatus
      progress: number
      failDetail: string | null
      waiting: { seconds: number; reason: WaitingReason } | null
      output: { videoUri: string | null } | null
      usage: { amount: string } | null
    }
  }
}

export type DemoEntriesQueryVariables = Exact<{
  taskId: string | number
}>

export type DemoEntriesQuery = {
  credits: {
    entries: {
      nodes: Array<{ kind: LedgerEntryKind; amountMicro: string; frozenDeltaMicro: string; balanceAfterMicro: string }>
    }
  }
}

export type DemoUploadMutationVariables = Exact<{
  input: FileUploadInput
}>

export type DemoUploadMutation = {
  fileUpload: {
    file: { id: string; kind: MediaKind; width: number | null; height: number | null; duration: number | null } | null
    userErrors: Array<
      | { message: string }
      | { message: string }
      | { message: string }
      | { message: string }
      | { message: string }
      | { message: string }
    >
  } | null
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
export const DemoTaskFragmentDoc = new TypedDocumentString(
  `
    fragment DemoTask on Task {
  id
  status
  progress
  failDetail
  waiting {
    seconds
    reason
  }
  output {
    videoUri
  }
  usage {
    amount
  }
}
    `,
  { fragmentName: 'DemoTask' },
) as unknown as TypedDocumentString<DemoTaskFragment, unknown>
export const DemoCreateDocument = new TypedDocumentString(`
    mutation DemoCreate($input: TaskCreateInput!) {
  taskCreate(input: $input) {
    tasks {
      ...DemoTask
    }
    userErrors {
      message
      path
    }
  }
}
    fragment DemoTask on Task {
  id
  status
  progress
  failDetail
  waiting {
    seconds
    reason
  }
  output {
    videoUri
  }
  usage {
    amount
  }
}`) as unknown as TypedDocumentString<DemoCreateMutation, DemoCreateMutationVariables>
export const DemoUpdatedDocument = new TypedDocumentString(`
    subscription DemoUpdated($id: ID!) {
  taskUpdated(id: $id) {
    task {
      ...DemoTask
    }
  }
}
    fragment DemoTask on Task {
  id
  status
  progress
  failDetail
  waiting {
    seconds
    reason
  }
  output {
    videoUri
  }
  usage {
    amount
  }
}`) as unknown as TypedDocumentString<DemoUpdatedSubscription, DemoUpdatedSubscriptionVariables>
export const DemoEntriesDocument = new TypedDocumentString(`
    query DemoEntries($taskId: ID!) {
  credits {
    entries(first: 20, taskId: $taskId) {
      nodes {
        kind
        amountMicro
        frozenDeltaMicro
        balanceAfterMicro
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DemoEntriesQuery, DemoEntriesQueryVariables>
export const DemoUploadDocument = new TypedDocumentString(`
    mutation DemoUpload($input: FileUploadInput!) {
  fileUpload(input: $input) {
    file {
      id
      kind
      width
      height
      duration
    }
    userErrors {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DemoUploadMutation, DemoUploadMutationVariables>
