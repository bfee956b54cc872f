import { randomInt } from 'node:crypto'
import { type CreateWindow, countCreate } from '../admission/creates.ts'
import { type Idempotency, type KeptAnswer, keptName, type NewKept, refuseOtherBody } from '../admission/idempotency.ts'
import { rateError, type Standing } from '../admission/rate.ts'
import { aboveMaximum } from '../credit/ceiling.ts'
import type { NewEntry } from '../credit/entry.ts'
import type { LockedAccount } from '../credit/locked-account.ts'
import type { PriceList } from '../credit/price.ts'
import { DomainError } from '../errors.ts'
import type { FileRecord } from '../file/file.ts'
import { lapseOf } from '../key/holds.ts'
import { newId } from '../lib/id.ts'
import { type Traced, traceparentOf } from '../lib/trace.ts'
import { SEED_MAX } from '../limits.ts'
import { CANVASES } from '../media/canvas.ts'
import { framesFor } from '../media/frames.ts'
import type { Turns } from '../queue/rank.ts'
import type { Unfit } from '../queue/unfit.ts'
import { admit, creationTime, type Payer, type Stop, stopError } from './admit.ts'
import type { AttachedEngine } from './engines.ts'
import { priceItems, sumItems } from './items.ts'
import { type JudgedMaterial, judgeMaterial } from './material.ts'
import type { TaskRequest } from './request.ts'
import type { PriceItem, Task } from './task.ts'
import type { NewTasks } from './write.ts'

/** A create that waits in a lane. */
export interface Submission {
  readonly accountId: string
  readonly keyId: string | null
  readonly apiVersion: string
  /** A refusal, which applies unless the key has an earlier answer to replay. */
  readonly request: TaskRequest | DomainError
  readonly idempotency: Idempotency | null
  /** Its span while tracing is on. */
  readonly trace?: Traced
}

type Outcome =
  | { readonly kind: 'refused'; readonly error: DomainError }
  | { readonly kind: 'created'; readonly tasks: readonly Task[]; readonly stop: Stop | null }
  | { readonly kind: 'replayed'; readonly taskIds: readonly string[]; readonly stop: Stop | null }

/** `rate`: the key's rate standing after its create is counted; null if the create was refused before. */
export type Verdict = Outcome & { readonly rate: Standing | null }

/** What one transaction writes for a batch. */
export interface Judgement extends Required<NewTasks> {
  readonly verdicts: readonly Verdict[]
}

export interface Known {
  readonly accounts: ReadonlyMap<string, LockedAccount>
  readonly kept: ReadonlyMap<string, KeptAnswer>
  /** By key. */
  readonly windows: ReadonlyMap<string, CreateWindow>
  /** The locked files that the batch names, by id. */
  readonly files: ReadonlyMap<string, FileRecord>
  readonly engines: readonly AttachedEngine[]
  readonly prices: PriceList
  readonly turns: Turns
  readonly now: Date
}

/**
 * Decides each create of a batch, in order: key, rate, replay, other body, material, price ceiling, cap, spend limit, balance
 * (docs/rules/doors.md#order-of-checks). Pure, except that it updates the accounts' running sums, the keys' counts and the turns.
 * Sums and counts are stored under the lock they were read under.
 */
export function judge(known: Known, submissions: readonly Submission[]): Judgement {
  const kept = new Map(known.kept)
  const written: Written = { tasks: [], entries: [], kept: [], pins: new Map(), unfit: [] }
  const verdicts = submissions.map((submission): Verdict => {
    const account = known.accounts.get(submission.accountId)
    if (!account) throw new Error(`there is no account ${submission.accountId}`)
    const window = known.windows.get(submission.keyId ?? '')
    const { revokedAt = null, expiresAt = null } = window ?? {}
    // The key may have been revoked after the call was admitted.
    const lapse = lapseOf({ revoked_at: revokedAt, expires_at: expiresAt, account_status: account.status })
    if (lapse) return { kind: 'refused', error: lapse, rate: null }
    const rate = window ? countCreate(window, account, known.now) : null
    if (rate?.exceeded) return { kind: 'refused', error: rateError(rate), rate }
    const { idempotency } = submission
    const name = idempotency ? keptName(account.id, idempotency) : ''
    const first = kept.get(name)
    if (idempotency && first) return { ...replay(first, idempotency), rate }
    const { request } = submission
    if (request instanceof DomainError) return { kind: 'refused', error: request, rate }
    const made = create({ account, window }, { ...submission, request }, known, written)
    if (made.kind === 'created' && idempotency) {
      const taskIds = made.tasks.map((task) => task.id)
      const answer: NewKept = { accountId: account.id, ...idempotency, status: 202, answer: made.stop, taskIds }
      kept.set(name, answer)
      written.kept.push(answer)
    }
    return { ...made, rate }
  })
  return { verdicts, ...written }
}

interface Written {
  readonly tasks: Task[]
  readonly entries: NewEntry[]
  readonly kept: NewKept[]
  readonly pins: Map<string, number>
  readonly unfit: Unfit[]
}

function replay(first: KeptAnswer, idempotency: Idempotency): Outcome {
  const error = refuseOtherBody(first, idempotency)
  if (error) return { kind: 'refused', error }
  return { kind: 'replayed', taskIds: first.taskIds, stop: first.answer as Stop | null }
}

type Judged = Submission & { readonly request: TaskRequest }

/** Creates up to n tasks, until the cap, the spend limit or the balance stops it (docs/rules/create.md#cap-and-balance). */
function create(payer: Payer, submission: Judged, known: Known, written: Written): Outcome {
  const { account } = payer
  const { request } = submission
  const material = judgeMaterial(request, account.id, known)
  if (material.errors[0]) return { kind: 'refused', error: material.errors[0] }
  const { n } = request
  const useContextIr = request.useContextIr ?? account.useContextIr
  const items = priceItems(known.prices.prices, { ...request, useContextIr, material: material.priced })
  const amountMicro = sumItems(items)
  const ceiling = aboveMaximum(request.maxAmountMicro, amountMicro * BigInt(n))
  if (ceiling) return { kind: 'refused', error: ceiling }
  const groupId = n > 1 ? newId('grp') : null
  const tasks: Task[] = []
  let stop: Stop | null = null
  for (let index = 0; index < n && !stop; index++) {
    const task = newTask(payer, submission, known, { material, useContextIr, items, amountMicro, groupId, index })
    const admitted = admit(payer, known.turns, task)
    if ('code' in admitted) {
      stop = admitted
      break
    }
    tasks.push(task)
    for (const profile of material.unfit) written.unfit.push({ taskId: task.id, profile })
    written.entries.push(admitted)
  }
  if (stop && tasks.length === 0) return { kind: 'refused', error: stopError(stop) }
  written.tasks.push(...tasks)
  for (const id of new Set(material.used.map(({ file }) => file.id))) {
    written.pins.set(id, (written.pins.get(id) ?? 0) + tasks.length)
  }
  return { kind: 'created', tasks, stop }
}

interface Shape {
  readonly material: JudgedMaterial
  readonly useContextIr: boolean
  readonly items: PriceItem[]
  readonly amountMicro: bigint
  readonly groupId: string | null
  readonly index: number
}

function newTask(
  payer: Payer,
  { request, keyId, apiVersion, trace }: Judged,
  { prices, now }: Known,
  { material, useContextIr, items, amountMicro, groupId, index }: Shape,
): Task {
  const canvas = CANVASES[material.aspectRatio]
  return {
    id: newId('vid'),
    accountId: payer.account.id,
    keyId,
    groupId,
    nIndex: groupId === null ? null : index,
    sourceTaskId: null,
    apiVersion,
    status: 'queued',
    seq: 1,
    progress: 0,
    mode: request.mode,
    prompt: request.prompt,
    negativePrompt: request.negativePrompt,
    inputImage: request.inputImage,
    endImage: request.endImage,
    references: [...request.references],
    resolution: request.resolution,
    durationMs: request.durationMs,
    aspectRatio: material.aspectRatio,
    width: canvas.width,
    height: canvas.height,
    frames: framesFor(request.durationMs),
    seed: request.seed === null ? randomInt(SEED_MAX + 1) : request.seed + index,
    audio: request.audio,
    serviceTier: request.serviceTier,
    acceleration: request.acceleration,
    useContextIr,
    webhookUrl: request.webhookUrl,
    metadata: request.metadata,
    priority: 0,
    priceVersion: prices.version,
    items,
    earned: [],
    frozenMicro: amountMicro,
    billedMs: null,
    amountMicro: null,
    accelerated: null,
    contextIrApplied: null,
    waitingSince: null,
    waitingReason: null,
    output: null,
    outputUntil: null,
    outputErasedAt: null,
    preview: null,
    failReason: null,
    failDetail: null,
    etaSeconds: null,
    createdAt: creationTime(payer, now),
    startedAt: null,
    completedAt: null,
    deletedAt: null,
    traceparent: traceparentOf(trace),
  }
}
