/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
/** Whether the accelerated path is wished for; counts in the draft tier only. */
export type Acceleration =
  /** Accelerated where compute for it is free. */
  | 'AUTO'
  /** Never accelerated. */
  | 'OFF'

/** Shape of the picture, as asked for. */
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
  /** The shape closest to the first material item, found when the task is created. */
  | 'AUTO'

/** What a file is meant for, which is recorded: a create takes any image in any place of an image. */
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
  /** Repeating the call with its key does nothing a second time. It goes before the Idempotency-Key header. */
  idempotencyKey?: string | null | undefined
  /** What it is meant for. */
  purpose: FilePurpose
}

/** What a ledger entry records. */
export type LedgerEntryKind =
  /** A correction by the operator. */
  | 'ADJUSTMENT'
  /** Money set aside for a task or call. */
  | 'FREEZE'
  /** The charge of one prompt optimisation. */
  | 'PROMPT_OPTIMIZE'
  /** Money given back. */
  | 'REFUND'
  /** A freeze ended without a charge. */
  | 'RELEASE'
  /** A freeze ended by a charge. */
  | 'SETTLE'
  /** Money added. */
  | 'TOPUP'

/** What a file is, read from its bytes. */
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
  /** From reference material that the prompt may name. */
  | 'REFERENCE_TO_VIDEO'
  /** From the prompt alone. */
  | 'TEXT_TO_VIDEO'

/** Resolution of the delivered video. */
export type Resolution =
  /** The canvas times two, through upscaling. */
  | 'R2K'
  /** The canvas times three, through upscaling. */
  | 'R4K'
  /** The canvas itself. */
  | 'R768P'

/** How a task is served and priced. */
export type ServiceTier =
  /** Served by compute set aside for the account; on common compute where there is none, billed as PRO then. */
  | 'DEDICATED'
  /** Accelerated at the price of standard, with some loss in picture quality. */
  | 'DRAFT'
  /** Preferred over standard, with a second try for slow tasks. */
  | 'PRO'
  /** The normal tier. */
  | 'STANDARD'

/** What to make. A field that is null is the same as one left out. */
export type TaskCreateInput = {
  /**
   * Counts in the draft tier only.
   * @deprecated Superseded by `serviceTier`: set DRAFT for the accelerated path.
   */
  acceleration?: Acceleration | null | undefined
  /** Shape of the picture. */
  aspectRatio?: AspectRatioChoice | null | undefined
  /** With sound. */
  audio?: boolean | null | undefined
  /** Seconds, 5 to 15, at most three decimals. The basis of billing. */
  duration?: number | null | undefined
  /** File of the end frame, with IMAGE_TO_VIDEO. */
  endImage?: string | number | null | undefined
  /** Repeating a create with its key gives the same tasks and bills once. It goes before the Idempotency-Key header, which holds for every write of a request that has none. */
  idempotencyKey?: string | null | undefined
  /** File of the start frame, with IMAGE_TO_VIDEO. */
  inputImage?: string | number | null | undefined
  /** An object of your own, at most 16 KB, given back unchanged. */
  metadata?: unknown
  /** What it is made from. */
  mode?: Mode | null | undefined
  /** 1, 2 or 4 independent tasks. */
  n?: number | null | undefined
  /** What the video shows, 1 to 7000 characters, not all of them blank. With REFERENCE_TO_VIDEO it may name material: @图片1, @视频1, @音频1. What only looks like such a name (@图片０, <picture 1>) is refused. */
  prompt: string
  /** Files of reference material in the order the prompt counts them. */
  references?: Array<string | number> | null | undefined
  /** Resolution of the delivered video. */
  resolution?: Resolution | null | undefined
  /** Fixes the random seed, from 0; task i of several takes seed + i. */
  seed?: number | null | undefined
  /** How the task is served and priced. */
  serviceTier?: ServiceTier | null | undefined
  /** Context IR, charged if applied; the account’s default if left out. */
  useContextIr?: boolean | null | undefined
  /** Called back when a task has ended; https only. */
  webhookUrl?: string | null | undefined
}

/** State of a task. */
export type TaskStatus =
  /** Cancelled; only the completed part is billed. */
  | 'CANCELLED'
  /** Prompt and material are being encoded. */
  | 'ENCODING'
  /** Failed and not billed; see `failReason`. */
  | 'FAILED'
  /** The video is being transcoded and packaged. */
  | 'PACKAGING'
  /** Accepted, waiting for dispatch. */
  | 'QUEUED'
  /** Rejected for its content; only the completed part is billed. */
  | 'REJECTED'
  /** The video is being generated. */
  | 'RENDERING'
  /** Done and billed; see `output` and `usage`. */
  | 'SUCCEEDED'
  /** The video is being upscaled. */
  | 'UPSCALING'

/** What an unfinished task waits for. */
export type WaitingReason =
  /** Compute for its next step: all of it is busy, or none is there. */
  | 'CAPACITY'
  /** The encoder: none is there, or all are encoding. */
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
