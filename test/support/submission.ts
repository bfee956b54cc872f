import { createHash } from 'node:crypto'
import { idempotencyOf } from '../../src/admission/idempotency.ts'
import type { Submission } from '../../src/task/judge.ts'
import type { TaskRequest } from '../../src/task/request.ts'
import type { RESOLUTIONS, TIERS } from '../../src/task/task.ts'

/** A create, random or fixed. Numbers that select something are taken modulo the number of choices. */
export interface CreateOperation {
  readonly kind: 'create'
  readonly account: number
  readonly n: 1 | 2 | 4
  readonly durationMs: number
  readonly resolution: (typeof RESOLUTIONS)[number]
  readonly serviceTier: (typeof TIERS)[number]
  readonly useContextIr: boolean
  /** A repeat: the number of an idempotency key. Account and request are derived from it, so that all its calls are equal. */
  readonly key: number | null
  /** Sends another body under the key. */
  readonly twisted: boolean
}

/**
 * The submission of a create to a lane. With a key, account and request are derived from the key.
 * @param period part of every key, so that each period has its own keys
 */
export function submissionOf(
  operation: CreateOperation,
  period: string,
  accountAt: (pick: number) => string,
): Submission & { readonly request: TaskRequest } {
  const { key } = operation
  const name = `${period} ${key}`
  const digest = createHash('md5').update(name).digest()
  const keyed: Pick<CreateOperation, 'n' | 'durationMs'> = {
    n: ([1, 2, 4] as const)[(digest[0] ?? 0) % 3] ?? 1,
    durationMs: 5000 + (digest.readUInt16LE(1) % 10_000) + (operation.twisted ? 1 : 0),
  }
  const { n, durationMs } = key === null ? operation : keyed
  const request: TaskRequest = {
    prompt: 'a lake at sunset',
    negativePrompt: null,
    mode: 'text_to_video',
    inputImage: null,
    endImage: null,
    references: [],
    referenceParam: 'references',
    durationMs,
    resolution: key === null ? operation.resolution : '768p',
    aspectRatio: '16:9',
    acceleration: 'auto',
    serviceTier: key === null ? operation.serviceTier : 'standard',
    useContextIr: key === null ? operation.useContextIr : false,
    audio: true,
    seed: null,
    n,
    maxAmountMicro: null,
    webhookUrl: null,
    metadata: null,
  }
  return {
    accountId: accountAt(key === null ? operation.account : digest.readUInt16LE(3)),
    // Without a key the minute's limit on creates does not apply.
    keyId: null,
    apiVersion: '2026-11-01',
    request,
    idempotency:
      key === null
        ? null
        : idempotencyOf('video.create', name, { text: JSON.stringify(request), asked: () => request }),
  }
}
