import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { addProcessMetrics, sendMetrics } from './lib/metrics-port.ts'
import { type AuditRound, type CreateBatch, hear, probes, type TailReading, type WebhookTry } from './lib/probe.ts'
import { int, query, statement } from './lib/sql.ts'
import { createFleetFigures } from './metrics-fleet.ts'
import type { Rooms } from './rooms.ts'
import { readFreeSpace } from './storage/free-space.ts'

/**
 * The figures of one gateway process and of the fleet behind it, for Prometheus; nothing secret and nothing of any account is
 * in them.
 */
export interface Metrics {
  /** Counts a request once it is over. */
  observe(request: IncomingMessage, response: ServerResponse, seconds: number): void
  /** Answers `GET /metrics`. */
  answer(response: ServerResponse): Promise<void>
  close(): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const PENDING_WEBHOOKS = statement('webhooks_pending', { count: int })`
  select count(*)::int as count from webhook_delivery where status = 'pending' and host > ''`

/**
 * A registry for one gateway. An observation costs half a microsecond, once a request, after it was answered; batches, the
 * log's tail and the audit are heard of through `probes`, so that no room knows of metrics.
 */
export function createMetrics(rooms: Rooms): Metrics {
  const registry = new Registry()
  const registers = [registry]
  addProcessMetrics(registry)
  const requests = new Histogram({
    name: 'vidgate_http_request_duration_seconds',
    help: 'HTTP requests from their arrival to their end, by class of route and of status; aborted: the client left.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  new Gauge({
    name: 'vidgate_open_subscriptions',
    help: 'Subscriptions open in this process.',
    registers,
    collect() {
      this.set(rooms.bus.size())
    },
  })
  storageGauges(rooms, registers)
  const fleet = createFleetFigures(rooms.resources, registers)
  const unsubscribe = [
    watchCreates(registers),
    watchTail(registers),
    watchAudit(registers),
    watchWebhooks(rooms, registers),
  ]
  return {
    observe(request, response, seconds) {
      requests.observe({ route: routeOf(request, response), status: statusOf(response) }, seconds)
    },
    async answer(response) {
      await fleet.refresh()
      await sendMetrics(registry, response)
    },
    close() {
      for (const each of unsubscribe) each()
      registry.clear()
    },
  }
}

function storageGauges({ resources, storageState }: Rooms, registers: Registry[]): void {
  new Gauge({
    name: 'vidgate_storage_available',
    help: 'Whether this process reaches the files: 1, or 0. They are the same for every gateway.',
    registers,
    async collect() {
      this.set(Number(await storageState.isAvailable()))
    },
  })
  new Gauge({
    name: 'vidgate_disk_free_bytes',
    help: 'Free bytes where this process receives files. Below DISK_RESERVE_MB it takes no uploads. No value: the folder is away.',
    registers,
    async collect() {
      const space = await readFreeSpace(resources)
      if (space) this.set(space.freeBytes)
      else this.remove()
    },
  })
}

function watchCreates(registers: Registry[]): () => void {
  const sizes = new Histogram({
    name: 'vidgate_create_batch_size',
    help: 'Creates that committed together in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  })
  return hear<CreateBatch>(probes.createBatch, ({ size }) => sizes.observe(size))
}

function watchTail(registers: Registry[]): () => void {
  let last = performance.now()
  const lag = new Histogram({
    name: 'vidgate_tail_lag_seconds',
    help: 'From the begin of an event’s transaction to its reading in this process; the oldest event of each reading, while anybody watches.',
    buckets: SECONDS,
    registers,
  })
  const events = new Counter({
    name: 'vidgate_tail_events_total',
    help: 'Events read from the log, while anybody watches.',
    registers,
  })
  new Gauge({
    name: 'vidgate_tail_silence_seconds',
    help: 'Since the log, or its horizon, was last read; above a second or two: the database does not answer.',
    registers,
    collect() {
      this.set((performance.now() - last) / 1000)
    },
  })
  return hear<TailReading>(probes.tailReading, (reading) => {
    last = performance.now()
    if (reading.lagSeconds !== null) lag.observe(reading.lagSeconds)
    if (reading.events > 0) events.inc(reading.events)
  })
}

function watchAudit(registers: Registry[]): () => void {
  let oldest: { readonly seconds: number; readonly heardAt: number } | null = null
  const checked = new Counter({ name: 'vidgate_ledger_audits_total', help: 'Accounts audited.', registers })
  const mismatches = new Counter({
    name: 'vidgate_ledger_mismatches_total',
    help: 'Audits that found an account whose ledger does not agree. Must stay 0; the log says which account and rule.',
    registers,
  })
  new Gauge({
    name: 'vidgate_ledger_audit_age_seconds',
    help: 'How long the account that waits longest for its proof has waited; without a value before the first round.',
    registers,
    collect() {
      if (oldest) this.set(oldest.seconds + (performance.now() - oldest.heardAt) / 1000)
      else this.remove()
    },
  })
  return hear<AuditRound>(probes.auditRound, (round) => {
    checked.inc(round.checked)
    mismatches.inc(round.mismatched)
    oldest = round.oldestSeconds === null ? null : { seconds: round.oldestSeconds, heardAt: performance.now() }
  })
}

function watchWebhooks({ resources }: Rooms, registers: Registry[]): () => void {
  let pending: number | null = null
  const tries = new Counter({
    name: 'vidgate_webhook_tries_total',
    help: 'Tries of webhooks by this process: delivered, pending (failed, and tried again) or failed (for good).',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'vidgate_webhooks_pending',
    help: 'Webhooks that are not settled, as of the scrape before; all gateways report the same.',
    registers,
    // Read for the next scrape: this one waits for no database that does not answer.
    collect() {
      if (pending !== null) this.set(pending)
      query(resources.pool, PENDING_WEBHOOKS, []).then(
        ({ rows }) => {
          pending = rows[0]?.count ?? 0
        },
        (error: unknown) => resources.log.warn({ err: error }, 'pending webhooks could not be counted'),
      )
    },
  })
  // A series that begins with its first event hides that event from rate().
  for (const outcome of ['delivered', 'pending', 'failed']) tries.inc({ outcome }, 0)
  return hear<WebhookTry>(probes.webhookTry, ({ outcome }) => tries.inc({ outcome }))
}

/** A class of routes: few, so that the time series stay few, whatever is asked for. */
function routeOf({ method, url = '/' }: IncomingMessage, response: ServerResponse): string {
  const path = (url.split('?', 1)[0] ?? '').replace(/^\/openai(?=\/v1\/)/, '')
  if (path === '/v1/videos' && method === 'POST') return 'create'
  if (path.startsWith('/graphql')) return isStream(response) ? 'stream' : 'graphql'
  if (path.startsWith('/v1/videos')) {
    if (path.endsWith('/content')) return 'content'
    return isStream(response) ? 'stream' : 'videos'
  }
  if (path.startsWith('/v1/files')) return 'files'
  if (path.startsWith('/v1/')) return 'account'
  // Whether a watch streams or not, it lasts as long as its video.
  if (path === '/mcp') return 'stream'
  if (path.startsWith('/admin/')) return 'admin'
  return path === '/healthz' || path === '/readyz' || path === '/metrics' ? 'probe' : 'other'
}

/** An event stream lasts as long as its client likes. */
function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')
}

function statusOf(response: ServerResponse): string {
  return response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'
}
