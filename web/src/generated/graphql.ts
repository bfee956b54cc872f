/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
/** Whether to use the accelerated path. It applies to the draft tier only. */
export type Acceleration =
  /** Accelerated if compute for it is free. */
  | 'AUTO'
  /** Never accelerated. */
  | 'OFF'

/** When to report that little credit is left. */
export type AccountBalanceLowInput = {
  /** Less available credit than this is reported. */
  thresholdMicro: string
  /** URL that receives it; https only. */
  webhookUrl: string
}

/** The key to create. */
export type ApiKeyCreateInput = {
  /** When it expires; by default never. */
  expiresAt?: string | null | undefined
  /** A repeated call with the same key has no further effect. Takes precedence over the Idempotency-Key header. */
  idempotencyKey?: string | null | undefined
  /** A name of your own, 1 to 100 characters. */
  name: string
  /** Scopes of the new key: at most those of the calling key. By default all of these except KEYS_ADMIN. */
  scopes?: Array<ApiKeyScope> | null | undefined
  /** How much it may spend. By default as much as the account has. */
  spendLimit?: ApiKeySpendLimitInput | null | undefined
}

/** What a key may do. Any key may read prices and the account. */
export type ApiKeyScope =
  /** Read the balance and the ledger. */
  | 'CREDITS_READ'
  /** Upload, read and delete files. */
  | 'FILES_WRITE'
  /** Manage API keys, the webhook secret and the account’s version. */
  | 'KEYS_ADMIN'
  /** Read and watch tasks, download videos, get quotes. */
  | 'VIDEOS_READ'
  /** Create, cancel, delete and upscale tasks, optimise prompts, change the account’s saved defaults. */
  | 'VIDEOS_WRITE'

/** How much a key may spend. */
export type ApiKeySpendLimitInput = {
  /** Maximum of each period. */
  limitMicro: string
  /** The period. */
  period: SpendPeriod
}

/** Whether a key can still be used. */
export type ApiKeyStatus =
  /** It can be used. */
  | 'ACTIVE'
  /** It has passed its `expiresAt`. */
  | 'EXPIRED'
  /** It was revoked. */
  | 'REVOKED'

/** Shape of the picture. */
export type AspectRatio =
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

/** Why a task failed or was rejected. */
export type FailReason =
  /** The request breaks the content policy. */
  | 'CONTENT_POLICY_INPUT'
  /** The video breaks the content policy. */
  | 'CONTENT_POLICY_OUTPUT'
  /** The model failed. */
  | 'GENERATION_ERROR'
  /** A fault on our side. */
  | 'INTERNAL_ERROR'
  /** A material file cannot be used. */
  | 'INVALID_ASSET'
  /** The finished file failed its check. */
  | 'OUTPUT_CORRUPT'
  /** Processing was interrupted too often. */
  | 'PROCESSING_INTERRUPTED'
  /** Processing took too long. */
  | 'PROCESSING_TIMEOUT'
  /** No compute was free in time. */
  | 'QUEUE_TIMEOUT'
  /** The file could not be stored. */
  | 'STORAGE_ERROR'

/** Purpose of a file. It is recorded only: any image can be a start frame, an end frame or a reference. */
export type FilePurpose =
  /** An end frame. */
  | 'END_IMAGE'
  /** A start frame. */
  | 'INPUT_IMAGE'
  /** Reference material. */
  | 'REFERENCE'

/** Whether a create can still use a file. */
export type FileStatus =
  /** It is older than 24 hours. */
  | 'EXPIRED'
  /** It can be used. */
  | 'PROCESSED'

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

/** Period of a spend limit. */
export type SpendPeriod =
  /** Each UTC day. */
  | 'DAY'
  /** Each UTC month. */
  | 'MONTH'
  /** In all. */
  | 'TOTAL'

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

/** The task to upscale. */
export type TaskUpscaleInput = {
  /** `amountMicro` of the quote. */
  amountMicro: string
  /** A repeated call with the same key has no further effect. Takes precedence over the Idempotency-Key header. */
  idempotencyKey?: string | null | undefined
  /** A finished task at R768P. */
  taskId: string | number
}

/** What an unfinished task waits for. */
export type WaitingReason =
  /** Compute for its next step: all that can make it is busy, or none is running. */
  | 'CAPACITY'
  /** The encoder: all are busy, or none is running. */
  | 'ENCODER'
  /** Compute that can accelerate; other compute is free. */
  | 'LORA'

/** Status of a webhook delivery. */
export type WebhookDeliveryStatus =
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** It was given up. */
  | 'FAILED'
  /** It is being tried, or will be tried again. */
  | 'PENDING'

export type SignInQueryVariables = Exact<{ [key: string]: never }>

export type SignInQuery = {
  account: {
    id: string
    name: string
    keyScopes: Array<ApiKeyScope>
    defaults: { useContextIr: boolean }
    console: { parameters: Array<{ name: string; visible: boolean; default: unknown }> }
  }
}

export type OfferQueryVariables = Exact<{ [key: string]: never }>

export type OfferQuery = {
  capabilities: {
    modes: Array<{ mode: Mode; minSeconds: number; maxSeconds: number; audio: boolean; acceleration: boolean }>
  }
}

export type SaveDefaultsMutationVariables = Exact<{
  useContextIr: boolean
}>

export type SaveDefaultsMutation = {
  accountUpdate: {
    account: { id: string; defaults: { useContextIr: boolean } } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type KeysQueryVariables = Exact<{
  after?: string | null | undefined
}>

export type KeysQuery = {
  apiKeys: {
    nodes: Array<{
      id: string
      name: string
      redactedValue: string
      scopes: Array<ApiKeyScope>
      status: ApiKeyStatus
      isCaller: boolean
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      spendLimit: { limitMicro: string; period: SpendPeriod; spentMicro: string } | null
    }>
    pageInfo: { endCursor: string | null; hasNextPage: boolean }
  }
}

export type KeyFragment = {
  id: string
  name: string
  redactedValue: string
  scopes: Array<ApiKeyScope>
  status: ApiKeyStatus
  isCaller: boolean
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  spendLimit: { limitMicro: string; period: SpendPeriod; spentMicro: string } | null
}

export type CreateKeyMutationVariables = Exact<{
  input: ApiKeyCreateInput
}>

export type CreateKeyMutation = {
  apiKeyCreate: {
    key: string | null
    apiKey: {
      id: string
      name: string
      redactedValue: string
      scopes: Array<ApiKeyScope>
      status: ApiKeyStatus
      isCaller: boolean
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      spendLimit: { limitMicro: string; period: SpendPeriod; spentMicro: string } | null
    } | null
    userErrors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export type RevokeKeyMutationVariables = Exact<{
  id: string | number
}>

export type RevokeKeyMutation = {
  apiKeyRevoke: {
    apiKey: {
      id: string
      name: string
      redactedValue: string
      scopes: Array<ApiKeyScope>
      status: ApiKeyStatus
      isCaller: boolean
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      spendLimit: { limitMicro: string; period: SpendPeriod; spentMicro: string } | null
    } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type LimitKeyMutationVariables = Exact<{
  id: string | number
  spendLimit?: ApiKeySpendLimitInput | null | undefined
}>

export type LimitKeyMutation = {
  apiKeyUpdate: {
    apiKey: {
      id: string
      name: string
      redactedValue: string
      scopes: Array<ApiKeyScope>
      status: ApiKeyStatus
      isCaller: boolean
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      spendLimit: { limitMicro: string; period: SpendPeriod; spentMicro: string } | null
    } | null
    userErrors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export type LowBalanceQueryVariables = Exact<{ [key: string]: never }>

export type LowBalanceQuery = {
  account: { id: string; createdAt: string; balanceLow: { thresholdMicro: string; webhookUrl: string } | null }
}

export type SaveLowBalanceMutationVariables = Exact<{
  balanceLow?: AccountBalanceLowInput | null | undefined
}>

export type SaveLowBalanceMutation = {
  accountUpdate: {
    account: { id: string; balanceLow: { thresholdMicro: string; webhookUrl: string } | null } | null
    userErrors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export type EntryFragment = {
  id: string
  kind: LedgerEntryKind
  amountMicro: string
  frozenDeltaMicro: string
  balanceAfterMicro: string
  description: string
  taskId: string | null
  createdAt: string
}

export type EntriesQueryVariables = Exact<{
  after?: string | null | undefined
  taskId?: string | number | null | undefined
  first: number
}>

export type EntriesQuery = {
  credits: {
    entries: {
      nodes: Array<{
        id: string
        kind: LedgerEntryKind
        amountMicro: string
        frozenDeltaMicro: string
        balanceAfterMicro: string
        description: string
        taskId: string | null
        createdAt: string
      }>
      pageInfo: { endCursor: string | null; hasNextPage: boolean }
    }
  }
}

export type LedgerLineFragment = {
  id: string
  kind: LedgerEntryKind
  amountMicro: string
  frozenDeltaMicro: string
  balanceAfterMicro: string
  description: string
  taskId: string | null
  createdAt: string
  task: { id: string; prompt: string; status: TaskStatus; output: { availableUntil: string | null } | null } | null
}

export type LedgerQueryVariables = Exact<{
  after?: string | null | undefined
  kind?: LedgerEntryKind | null | undefined
  first: number
}>

export type LedgerQuery = {
  credits: {
    entries: {
      nodes: Array<{
        id: string
        kind: LedgerEntryKind
        amountMicro: string
        frozenDeltaMicro: string
        balanceAfterMicro: string
        description: string
        taskId: string | null
        createdAt: string
        task: {
          id: string
          prompt: string
          status: TaskStatus
          output: { availableUntil: string | null } | null
        } | null
      }>
      pageInfo: { endCursor: string | null; hasNextPage: boolean }
    }
  }
}

export type ChargesQueryVariables = Exact<{
  kind: LedgerEntryKind
  after?: string | null | undefined
}>

export type ChargesQuery = {
  credits: {
    entries: {
      nodes: Array<{
        id: string
        kind: LedgerEntryKind
        amountMicro: string
        createdAt: string
        task: {
          id: string
          serviceTier: ServiceTier
          sourceTaskId: string | null
          key: { id: string; name: string } | null
        } | null
      }>
      pageInfo: { endCursor: string | null; hasNextPage: boolean }
    }
  }
}

export type BalanceUpdatedSubscriptionVariables = Exact<{
  after?: string | null | undefined
}>

export type BalanceUpdatedSubscription = {
  creditsUpdated: {
    cursor: string
    balanceMicro: string
    frozenMicro: string
    availableMicro: string
    entry: {
      id: string
      kind: LedgerEntryKind
      amountMicro: string
      frozenDeltaMicro: string
      balanceAfterMicro: string
      description: string
      taskId: string | null
      createdAt: string
    } | null
  }
}

export type MaterialFragment = {
  id: string
  kind: MediaKind
  filename: string
  bytes: number
  width: number | null
  height: number | null
  duration: number | null
  purpose: FilePurpose
  createdAt: string
  expiresAt: string
  material: { autoAspectRatio: AspectRatio | null; usedSeconds: Array<{ duration: number; seconds: number }> | null }
}

export type UploadFileMutationVariables = Exact<{
  input: FileUploadInput
}>

export type UploadFileMutation = {
  fileUpload: {
    file: {
      id: string
      kind: MediaKind
      filename: string
      bytes: number
      width: number | null
      height: number | null
      duration: number | null
      purpose: FilePurpose
      createdAt: string
      expiresAt: string
      material: {
        autoAspectRatio: AspectRatio | null
        usedSeconds: Array<{ duration: number; seconds: number }> | null
      }
    } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type StoredFilesQueryVariables = Exact<{ [key: string]: never }>

export type StoredFilesQuery = {
  files: {
    nodes: Array<{
      id: string
      kind: MediaKind
      filename: string
      bytes: number
      width: number | null
      height: number | null
      duration: number | null
      purpose: FilePurpose
      createdAt: string
      expiresAt: string
      material: {
        autoAspectRatio: AspectRatio | null
        usedSeconds: Array<{ duration: number; seconds: number }> | null
      }
    }>
  }
}

export type StoredFileQueryVariables = Exact<{
  id: string | number
}>

export type StoredFileQuery = {
  file: {
    status: FileStatus
    id: string
    kind: MediaKind
    filename: string
    bytes: number
    width: number | null
    height: number | null
    duration: number | null
    purpose: FilePurpose
    createdAt: string
    expiresAt: string
    material: { autoAspectRatio: AspectRatio | null; usedSeconds: Array<{ duration: number; seconds: number }> | null }
  } | null
}

export type WorkFragment = {
  id: string
  groupId: string | null
  nIndex: number | null
  prompt: string
  mode: Mode
  status: TaskStatus
  progress: number
  preview: number | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  aspectRatio: AspectRatio
  resolution: Resolution
  duration: number
  seed: number
  serviceTier: ServiceTier
  acceleration: Acceleration
  accelerated: boolean | null
  audio: boolean
  useContextIr: boolean
  contextIrApplied: boolean | null
  inputImage: string | null
  endImage: string | null
  references: Array<string>
  webhookUrl: string | null
  metadata: unknown
  sourceTaskId: string | null
  failReason: FailReason | null
  failDetail: string | null
  waiting: { since: string; seconds: number; reason: WaitingReason } | null
  queue: { position: number; etaSeconds: number | null } | null
  cost: { frozenMicro: string; earnedMicro: string } | null
  output: {
    videoUri: string | null
    width: number
    height: number
    duration: number
    hasAudio: boolean
    watermarked: boolean
    expiresAt: string | null
    availableUntil: string | null
  } | null
  usage: {
    amount: string
    amountMicro: string
    billedSeconds: number
    billedTier: ServiceTier | null
    items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
  } | null
}

export type WorksQueryVariables = Exact<{
  first: number
  after?: string | null | undefined
  status?: Array<TaskStatus> | TaskStatus | null | undefined
  search?: string | null | undefined
}>

export type WorksQuery = {
  tasks: {
    updatesCursor: string
    nodes: Array<{
      id: string
      groupId: string | null
      nIndex: number | null
      prompt: string
      mode: Mode
      status: TaskStatus
      progress: number
      preview: number | null
      createdAt: string
      startedAt: string | null
      completedAt: string | null
      aspectRatio: AspectRatio
      resolution: Resolution
      duration: number
      seed: number
      serviceTier: ServiceTier
      acceleration: Acceleration
      accelerated: boolean | null
      audio: boolean
      useContextIr: boolean
      contextIrApplied: boolean | null
      inputImage: string | null
      endImage: string | null
      references: Array<string>
      webhookUrl: string | null
      metadata: unknown
      sourceTaskId: string | null
      failReason: FailReason | null
      failDetail: string | null
      waiting: { since: string; seconds: number; reason: WaitingReason } | null
      queue: { position: number; etaSeconds: number | null } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
      output: {
        videoUri: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
        expiresAt: string | null
        availableUntil: string | null
      } | null
      usage: {
        amount: string
        amountMicro: string
        billedSeconds: number
        billedTier: ServiceTier | null
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
    }>
    pageInfo: { endCursor: string | null; hasNextPage: boolean }
  }
}

export type WorkQueryVariables = Exact<{
  id: string | number
}>

export type WorkQuery = {
  task: {
    id: string
    groupId: string | null
    nIndex: number | null
    prompt: string
    mode: Mode
    status: TaskStatus
    progress: number
    preview: number | null
    createdAt: string
    startedAt: string | null
    completedAt: string | null
    aspectRatio: AspectRatio
    resolution: Resolution
    duration: number
    seed: number
    serviceTier: ServiceTier
    acceleration: Acceleration
    accelerated: boolean | null
    audio: boolean
    useContextIr: boolean
    contextIrApplied: boolean | null
    inputImage: string | null
    endImage: string | null
    references: Array<string>
    webhookUrl: string | null
    metadata: unknown
    sourceTaskId: string | null
    failReason: FailReason | null
    failDetail: string | null
    waiting: { since: string; seconds: number; reason: WaitingReason } | null
    queue: { position: number; etaSeconds: number | null } | null
    cost: { frozenMicro: string; earnedMicro: string } | null
    output: {
      videoUri: string | null
      width: number
      height: number
      duration: number
      hasAudio: boolean
      watermarked: boolean
      expiresAt: string | null
      availableUntil: string | null
    } | null
    usage: {
      amount: string
      amountMicro: string
      billedSeconds: number
      billedTier: ServiceTier | null
      items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
    } | null
  } | null
}

export type WorksUpdatedSubscriptionVariables = Exact<{
  after?: string | null | undefined
}>

export type WorksUpdatedSubscription = {
  tasksUpdated: {
    cursor: string
    taskId: string
    deleted: boolean
    task: {
      id: string
      groupId: string | null
      nIndex: number | null
      prompt: string
      mode: Mode
      status: TaskStatus
      progress: number
      preview: number | null
      createdAt: string
      startedAt: string | null
      completedAt: string | null
      aspectRatio: AspectRatio
      resolution: Resolution
      duration: number
      seed: number
      serviceTier: ServiceTier
      acceleration: Acceleration
      accelerated: boolean | null
      audio: boolean
      useContextIr: boolean
      contextIrApplied: boolean | null
      inputImage: string | null
      endImage: string | null
      references: Array<string>
      webhookUrl: string | null
      metadata: unknown
      sourceTaskId: string | null
      failReason: FailReason | null
      failDetail: string | null
      waiting: { since: string; seconds: number; reason: WaitingReason } | null
      queue: { position: number; etaSeconds: number | null } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
      output: {
        videoUri: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
        expiresAt: string | null
        availableUntil: string | null
      } | null
      usage: {
        amount: string
        amountMicro: string
        billedSeconds: number
        billedTier: ServiceTier | null
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
    } | null
  }
}

export type QuoteQueryVariables = Exact<{
  input: TaskCreateInput
}>

export type QuoteQuery = {
  taskQuote: {
    valid: boolean
    affordable: boolean
    errors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
    price: {
      total: string
      totalMicro: string
      amountMicro: string
      items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
    } | null
    request: {
      mode: Mode
      aspectRatio: AspectRatio
      width: number
      height: number
      frames: number
      deliveredSeconds: number
      material: Array<{ path: string; usedSeconds: number | null }>
    } | null
  }
}

export type CreateWorksMutationVariables = Exact<{
  input: TaskCreateInput
}>

export type CreateWorksMutation = {
  taskCreate: {
    tasks: Array<{
      id: string
      groupId: string | null
      nIndex: number | null
      prompt: string
      mode: Mode
      status: TaskStatus
      progress: number
      preview: number | null
      createdAt: string
      startedAt: string | null
      completedAt: string | null
      aspectRatio: AspectRatio
      resolution: Resolution
      duration: number
      seed: number
      serviceTier: ServiceTier
      acceleration: Acceleration
      accelerated: boolean | null
      audio: boolean
      useContextIr: boolean
      contextIrApplied: boolean | null
      inputImage: string | null
      endImage: string | null
      references: Array<string>
      webhookUrl: string | null
      metadata: unknown
      sourceTaskId: string | null
      failReason: FailReason | null
      failDetail: string | null
      waiting: { since: string; seconds: number; reason: WaitingReason } | null
      queue: { position: number; etaSeconds: number | null } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
      output: {
        videoUri: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
        expiresAt: string | null
        availableUntil: string | null
      } | null
      usage: {
        amount: string
        amountMicro: string
        billedSeconds: number
        billedTier: ServiceTier | null
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
    }>
    userErrors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export type CancelWorkMutationVariables = Exact<{
  id: string | number
}>

export type CancelWorkMutation = {
  taskCancel: {
    task: {
      id: string
      groupId: string | null
      nIndex: number | null
      prompt: string
      mode: Mode
      status: TaskStatus
      progress: number
      preview: number | null
      createdAt: string
      startedAt: string | null
      completedAt: string | null
      aspectRatio: AspectRatio
      resolution: Resolution
      duration: number
      seed: number
      serviceTier: ServiceTier
      acceleration: Acceleration
      accelerated: boolean | null
      audio: boolean
      useContextIr: boolean
      contextIrApplied: boolean | null
      inputImage: string | null
      endImage: string | null
      references: Array<string>
      webhookUrl: string | null
      metadata: unknown
      sourceTaskId: string | null
      failReason: FailReason | null
      failDetail: string | null
      waiting: { since: string; seconds: number; reason: WaitingReason } | null
      queue: { position: number; etaSeconds: number | null } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
      output: {
        videoUri: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
        expiresAt: string | null
        availableUntil: string | null
      } | null
      usage: {
        amount: string
        amountMicro: string
        billedSeconds: number
        billedTier: ServiceTier | null
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
    } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type DeleteWorkMutationVariables = Exact<{
  id: string | number
}>

export type DeleteWorkMutation = {
  taskDelete: {
    deletedTaskId: string | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type UpscaleQuoteQueryVariables = Exact<{
  id: string | number
}>

export type UpscaleQuoteQuery = { upscaleQuote: { amount: string; amountMicro: string; billedSeconds: number } | null }

export type UpscaleWorkMutationVariables = Exact<{
  input: TaskUpscaleInput
}>

export type UpscaleWorkMutation = {
  taskUpscale: {
    alreadyExists: boolean
    task: {
      id: string
      groupId: string | null
      nIndex: number | null
      prompt: string
      mode: Mode
      status: TaskStatus
      progress: number
      preview: number | null
      createdAt: string
      startedAt: string | null
      completedAt: string | null
      aspectRatio: AspectRatio
      resolution: Resolution
      duration: number
      seed: number
      serviceTier: ServiceTier
      acceleration: Acceleration
      accelerated: boolean | null
      audio: boolean
      useContextIr: boolean
      contextIrApplied: boolean | null
      inputImage: string | null
      endImage: string | null
      references: Array<string>
      webhookUrl: string | null
      metadata: unknown
      sourceTaskId: string | null
      failReason: FailReason | null
      failDetail: string | null
      waiting: { since: string; seconds: number; reason: WaitingReason } | null
      queue: { position: number; etaSeconds: number | null } | null
      cost: { frozenMicro: string; earnedMicro: string } | null
      output: {
        videoUri: string | null
        width: number
        height: number
        duration: number
        hasAudio: boolean
        watermarked: boolean
        expiresAt: string | null
        availableUntil: string | null
      } | null
      usage: {
        amount: string
        amountMicro: string
        billedSeconds: number
        billedTier: ServiceTier | null
        items: Array<{ kind: PriceItemKind; quantity: number; unitPriceMicro: string; amountMicro: string }>
      } | null
    } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string; quote: { amount: string; amountMicro: string; billedSeconds: number } }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type TaskStatesQueryVariables = Exact<{
  id: string | number
}>

export type TaskStatesQuery = { taskStates: Array<{ status: TaskStatus; at: string }> | null }

export type DeliveryFragment = {
  id: string
  taskId: string
  type: string
  url: string
  status: WebhookDeliveryStatus
  tries: number
  createdAt: string
  deliveredAt: string | null
  nextTryAt: string | null
  lastStatus: number | null
  lastError: string | null
}

export type DeliveriesQueryVariables = Exact<{
  after?: string | null | undefined
  taskId?: string | number | null | undefined
  first: number
}>

export type DeliveriesQuery = {
  webhookDeliveries: {
    nodes: Array<{
      id: string
      taskId: string
      type: string
      url: string
      status: WebhookDeliveryStatus
      tries: number
      createdAt: string
      deliveredAt: string | null
      nextTryAt: string | null
      lastStatus: number | null
      lastError: string | null
    }>
    pageInfo: { endCursor: string | null; hasNextPage: boolean }
  }
}

export type WebhookSecretQueryVariables = Exact<{ [key: string]: never }>

export type WebhookSecretQuery = {
  webhookSecret: { secret: string; createdAt: string; previousExpiresAt: string | null }
}

export type RotateSecretMutationVariables = Exact<{ [key: string]: never }>

export type RotateSecretMutation = {
  webhookSecretRotate: {
    webhookSecret: { secret: string; createdAt: string; previousExpiresAt: string | null } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type ReplayDeliveryMutationVariables = Exact<{
  id: string | number
}>

export type ReplayDeliveryMutation = {
  webhookDeliveryReplay: {
    webhookDelivery: {
      id: string
      taskId: string
      type: string
      url: string
      status: WebhookDeliveryStatus
      tries: number
      createdAt: string
      deliveredAt: string | null
      nextTryAt: string | null
      lastStatus: number | null
      lastError: string | null
    } | null
    userErrors: Array<
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
      | { code: string; message: string }
    >
  } | null
}

export type SendTestEventMutationVariables = Exact<{
  url: string
  idempotencyKey?: string | null | undefined
}>

export type SendTestEventMutation = {
  webhookTest: {
    webhookDelivery: {
      id: string
      taskId: string
      type: string
      url: string
      status: WebhookDeliveryStatus
      tries: number
      createdAt: string
      deliveredAt: string | null
      nextTryAt: string | null
      lastStatus: number | null
      lastError: string | null
    } | null
    userErrors: Array<
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
      | { code: string; message: string; path: Array<string> | null }
    >
  } | null
}

export const KeyFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Key' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKey' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'redactedValue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'scopes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isCaller' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'spendLimit' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'limitMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'period' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spentMicro' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<KeyFragment, unknown>
export const EntryFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Entry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozenDeltaMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfterMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<EntryFragment, unknown>
export const LedgerLineFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'LedgerLine' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'FragmentSpread', name: { kind: 'Name', value: 'Entry' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'task' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'output' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } }],
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
      name: { kind: 'Name', value: 'Entry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozenDeltaMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfterMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LedgerLineFragment, unknown>
export const MaterialFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Material' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'File' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'filename' } },
          { kind: 'Field', name: { kind: 'Name', value: 'bytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'width' } },
          { kind: 'Field', name: { kind: 'Name', value: 'height' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'purpose' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'material' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'autoAspectRatio' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'usedSeconds' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
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
} as unknown as DocumentNode<MaterialFragment, unknown>
export const WorkFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<WorkFragment, unknown>
export const DeliveryFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Delivery' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'WebhookDelivery' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'type' } },
          { kind: 'Field', name: { kind: 'Name', value: 'url' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tries' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'deliveredAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nextTryAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStatus' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastError' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeliveryFragment, unknown>
export const SignInDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'SignIn' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'account' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'keyScopes' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'defaults' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'console' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'parameters' },
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
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SignInQuery, SignInQueryVariables>
export const OfferDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Offer' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'capabilities' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'modes' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'minSeconds' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'maxSeconds' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
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
} as unknown as DocumentNode<OfferQuery, OfferQueryVariables>
export const SaveDefaultsDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SaveDefaults' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'useContextIr' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Boolean' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'defaults' },
                      value: {
                        kind: 'ObjectValue',
                        fields: [
                          {
                            kind: 'ObjectField',
                            name: { kind: 'Name', value: 'useContextIr' },
                            value: { kind: 'Variable', name: { kind: 'Name', value: 'useContextIr' } },
                          },
                        ],
                      },
                    },
                  ],
                },
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
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'defaults' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } }],
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
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
} as unknown as DocumentNode<SaveDefaultsMutation, SaveDefaultsMutationVariables>
export const KeysDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Keys' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'apiKeys' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'first' }, value: { kind: 'IntValue', value: '50' } },
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
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Key' } }],
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
      name: { kind: 'Name', value: 'Key' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKey' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'redactedValue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'scopes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isCaller' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'spendLimit' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'limitMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'period' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spentMicro' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<KeysQuery, KeysQueryVariables>
export const CreateKeyDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'CreateKey' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKeyCreateInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'apiKeyCreate' },
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
                { kind: 'Field', name: { kind: 'Name', value: 'key' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'apiKey' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Key' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
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
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Key' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKey' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'redactedValue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'scopes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isCaller' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'spendLimit' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'limitMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'period' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spentMicro' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>
export const RevokeKeyDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RevokeKey' },
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
            name: { kind: 'Name', value: 'apiKeyRevoke' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'id' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
                    },
                  ],
                },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'apiKey' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Key' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
      name: { kind: 'Name', value: 'Key' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKey' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'redactedValue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'scopes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isCaller' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'spendLimit' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'limitMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'period' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spentMicro' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RevokeKeyMutation, RevokeKeyMutationVariables>
export const LimitKeyDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'LimitKey' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'spendLimit' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKeySpendLimitInput' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'apiKeyUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'id' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
                    },
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'spendLimit' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'spendLimit' } },
                    },
                  ],
                },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'apiKey' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Key' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
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
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Key' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ApiKey' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'redactedValue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'scopes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isCaller' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'spendLimit' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'limitMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'period' } },
                { kind: 'Field', name: { kind: 'Name', value: 'spentMicro' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LimitKeyMutation, LimitKeyMutationVariables>
export const LowBalanceDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'LowBalance' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'account' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'balanceLow' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'thresholdMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
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
} as unknown as DocumentNode<LowBalanceQuery, LowBalanceQueryVariables>
export const SaveLowBalanceDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SaveLowBalance' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'balanceLow' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'AccountBalanceLowInput' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'accountUpdate' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'balanceLow' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'balanceLow' } },
                    },
                  ],
                },
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
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'balanceLow' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'thresholdMicro' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
                          ],
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
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'path' } },
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
} as unknown as DocumentNode<SaveLowBalanceMutation, SaveLowBalanceMutationVariables>
export const EntriesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Entries' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'taskId' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'credits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entries' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'first' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'after' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'taskId' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'taskId' } },
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
                          selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Entry' } }],
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
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Entry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozenDeltaMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfterMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<EntriesQuery, EntriesQueryVariables>
export const LedgerDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Ledger' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'kind' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntryKind' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'credits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entries' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'first' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'after' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'kind' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'kind' } },
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
                          selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'LedgerLine' } }],
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
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Entry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozenDeltaMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfterMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'LedgerLine' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'FragmentSpread', name: { kind: 'Name', value: 'Entry' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'task' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'output' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LedgerQuery, LedgerQueryVariables>
export const ChargesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Charges' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'kind' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntryKind' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'credits' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entries' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'first' },
                      value: { kind: 'IntValue', value: '100' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'kind' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'kind' } },
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
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'task' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
                                  {
                                    kind: 'Field',
                                    name: { kind: 'Name', value: 'key' },
                                    selectionSet: {
                                      kind: 'SelectionSet',
                                      selections: [
                                        { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                                        { kind: 'Field', name: { kind: 'Name', value: 'name' } },
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
        ],
      },
    },
  ],
} as unknown as DocumentNode<ChargesQuery, ChargesQueryVariables>
export const BalanceUpdatedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'BalanceUpdated' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'creditsUpdated' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'after' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'cursor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'balanceMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableMicro' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'entry' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Entry' } }],
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
      name: { kind: 'Name', value: 'Entry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'LedgerEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frozenDeltaMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'balanceAfterMicro' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<BalanceUpdatedSubscription, BalanceUpdatedSubscriptionVariables>
export const UploadFileDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'UploadFile' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'FileUploadInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'fileUpload' },
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
                  name: { kind: 'Name', value: 'file' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Material' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
      name: { kind: 'Name', value: 'Material' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'File' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'filename' } },
          { kind: 'Field', name: { kind: 'Name', value: 'bytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'width' } },
          { kind: 'Field', name: { kind: 'Name', value: 'height' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'purpose' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'material' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'autoAspectRatio' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'usedSeconds' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
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
} as unknown as DocumentNode<UploadFileMutation, UploadFileMutationVariables>
export const StoredFilesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'StoredFiles' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'files' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'first' }, value: { kind: 'IntValue', value: '50' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'nodes' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Material' } }],
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
      name: { kind: 'Name', value: 'Material' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'File' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'filename' } },
          { kind: 'Field', name: { kind: 'Name', value: 'bytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'width' } },
          { kind: 'Field', name: { kind: 'Name', value: 'height' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'purpose' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'material' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'autoAspectRatio' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'usedSeconds' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
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
} as unknown as DocumentNode<StoredFilesQuery, StoredFilesQueryVariables>
export const StoredFileDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'StoredFile' },
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
            name: { kind: 'Name', value: 'file' },
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
                { kind: 'FragmentSpread', name: { kind: 'Name', value: 'Material' } },
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Material' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'File' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'filename' } },
          { kind: 'Field', name: { kind: 'Name', value: 'bytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'width' } },
          { kind: 'Field', name: { kind: 'Name', value: 'height' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'purpose' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'material' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'autoAspectRatio' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'usedSeconds' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
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
} as unknown as DocumentNode<StoredFileQuery, StoredFileQueryVariables>
export const WorksDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Works' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'status' } },
          type: {
            kind: 'ListType',
            type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskStatus' } } },
          },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'search' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
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
                name: { kind: 'Name', value: 'first' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'after' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'status' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'status' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'search' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'search' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'updatesCursor' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'nodes' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
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
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<WorksQuery, WorksQueryVariables>
export const WorkDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Work' },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<WorkQuery, WorkQueryVariables>
export const WorksUpdatedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'WorksUpdated' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'tasksUpdated' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'after' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'cursor' } },
                { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
                { kind: 'Field', name: { kind: 'Name', value: 'deleted' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'task' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
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
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<WorksUpdatedSubscription, WorksUpdatedSubscriptionVariables>
export const QuoteDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Quote' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskCreateInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'taskQuote' },
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
                { kind: 'Field', name: { kind: 'Name', value: 'valid' } },
                { kind: 'Field', name: { kind: 'Name', value: 'affordable' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'errors' },
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
                  kind: 'Field',
                  name: { kind: 'Name', value: 'price' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'total' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'totalMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                          ],
                        },
                      },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'request' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'frames' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'deliveredSeconds' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'material' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'path' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'usedSeconds' } },
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
      },
    },
  ],
} as unknown as DocumentNode<QuoteQuery, QuoteQueryVariables>
export const CreateWorksDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'CreateWorks' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskCreateInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'taskCreate' },
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
                  name: { kind: 'Name', value: 'tasks' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
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
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<CreateWorksMutation, CreateWorksMutationVariables>
export const CancelWorkDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'CancelWork' },
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
            name: { kind: 'Name', value: 'taskCancel' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'id' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
                    },
                  ],
                },
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
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<CancelWorkMutation, CancelWorkMutationVariables>
export const DeleteWorkDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'DeleteWork' },
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
            name: { kind: 'Name', value: 'taskDelete' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'id' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
                    },
                  ],
                },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'deletedTaskId' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
} as unknown as DocumentNode<DeleteWorkMutation, DeleteWorkMutationVariables>
export const UpscaleQuoteDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'UpscaleQuote' },
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
            name: { kind: 'Name', value: 'upscaleQuote' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'taskId' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<UpscaleQuoteQuery, UpscaleQuoteQueryVariables>
export const UpscaleWorkDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'UpscaleWork' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'TaskUpscaleInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'taskUpscale' },
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
                { kind: 'Field', name: { kind: 'Name', value: 'alreadyExists' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'task' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Work' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                      {
                        kind: 'InlineFragment',
                        typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PriceChangedError' } },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'quote' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
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
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Work' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Task' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'groupId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nIndex' } },
          { kind: 'Field', name: { kind: 'Name', value: 'prompt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mode' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'preview' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'completedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'aspectRatio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'resolution' } },
          { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'seed' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serviceTier' } },
          { kind: 'Field', name: { kind: 'Name', value: 'acceleration' } },
          { kind: 'Field', name: { kind: 'Name', value: 'accelerated' } },
          { kind: 'Field', name: { kind: 'Name', value: 'audio' } },
          { kind: 'Field', name: { kind: 'Name', value: 'useContextIr' } },
          { kind: 'Field', name: { kind: 'Name', value: 'contextIrApplied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'inputImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'endImage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'references' } },
          { kind: 'Field', name: { kind: 'Name', value: 'webhookUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'metadata' } },
          { kind: 'Field', name: { kind: 'Name', value: 'sourceTaskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failReason' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failDetail' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'waiting' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'since' } },
                { kind: 'Field', name: { kind: 'Name', value: 'seconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'reason' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'queue' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'position' } },
                { kind: 'Field', name: { kind: 'Name', value: 'etaSeconds' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'cost' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'frozenMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'earnedMicro' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'output' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'videoUri' } },
                { kind: 'Field', name: { kind: 'Name', value: 'width' } },
                { kind: 'Field', name: { kind: 'Name', value: 'height' } },
                { kind: 'Field', name: { kind: 'Name', value: 'duration' } },
                { kind: 'Field', name: { kind: 'Name', value: 'hasAudio' } },
                { kind: 'Field', name: { kind: 'Name', value: 'watermarked' } },
                { kind: 'Field', name: { kind: 'Name', value: 'expiresAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'availableUntil' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedSeconds' } },
                { kind: 'Field', name: { kind: 'Name', value: 'billedTier' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'items' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'quantity' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'unitPriceMicro' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'amountMicro' } },
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
} as unknown as DocumentNode<UpscaleWorkMutation, UpscaleWorkMutationVariables>
export const TaskStatesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'TaskStates' },
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
            name: { kind: 'Name', value: 'taskStates' },
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
                { kind: 'Field', name: { kind: 'Name', value: 'at' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<TaskStatesQuery, TaskStatesQueryVariables>
export const DeliveriesDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Deliveries' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'taskId' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'webhookDeliveries' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'first' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'first' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'after' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'after' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'taskId' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'taskId' } },
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
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Delivery' } }],
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
      name: { kind: 'Name', value: 'Delivery' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'WebhookDelivery' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'type' } },
          { kind: 'Field', name: { kind: 'Name', value: 'url' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tries' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'deliveredAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nextTryAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStatus' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastError' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeliveriesQuery, DeliveriesQueryVariables>
export const WebhookSecretDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'WebhookSecret' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'webhookSecret' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'secret' } },
                { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
                { kind: 'Field', name: { kind: 'Name', value: 'previousExpiresAt' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<WebhookSecretQuery, WebhookSecretQueryVariables>
export const RotateSecretDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RotateSecret' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'webhookSecretRotate' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'input' }, value: { kind: 'ObjectValue', fields: [] } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'webhookSecret' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'secret' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'previousExpiresAt' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
} as unknown as DocumentNode<RotateSecretMutation, RotateSecretMutationVariables>
export const ReplayDeliveryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'ReplayDelivery' },
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
            name: { kind: 'Name', value: 'webhookDeliveryReplay' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'id' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
                    },
                  ],
                },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'webhookDelivery' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Delivery' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'code' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
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
      name: { kind: 'Name', value: 'Delivery' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'WebhookDelivery' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'type' } },
          { kind: 'Field', name: { kind: 'Name', value: 'url' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tries' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'deliveredAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nextTryAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStatus' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastError' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ReplayDeliveryMutation, ReplayDeliveryMutationVariables>
export const SendTestEventDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SendTestEvent' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'url' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'URL' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'idempotencyKey' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'String' } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'webhookTest' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: {
                  kind: 'ObjectValue',
                  fields: [
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'url' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'url' } },
                    },
                    {
                      kind: 'ObjectField',
                      name: { kind: 'Name', value: 'idempotencyKey' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'idempotencyKey' } },
                    },
                  ],
                },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'webhookDelivery' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Delivery' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'userErrors' },
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
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Delivery' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'WebhookDelivery' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'taskId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'type' } },
          { kind: 'Field', name: { kind: 'Name', value: 'url' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tries' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'deliveredAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'nextTryAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStatus' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastError' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SendTestEventMutation, SendTestEventMutationVariables>
