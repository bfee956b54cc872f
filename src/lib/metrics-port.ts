import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { ConfigError } from '../config.ts'
import type { Log } from './log.ts'

/** The answers of a process about itself. */
export interface Answers {
  /** The body of `/readyz`. */
  readonly readiness: () => Promise<{ readonly status: string }>
  /** Answers `/metrics`. */
  readonly metrics: (response: ServerResponse) => Promise<void>
}

export interface MetricsPort {
  readonly url: string
  /** From now on the process is not ready. */
  drain(): void
  close(): Promise<void>
}

export interface MetricsAddress {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

const METHODS = 'GET, HEAD'

/** Serves `/healthz`, `/readyz` and `/metrics` on a separate port. @throws ConfigError if it cannot listen there */
export async function openMetricsPort(
  { host, port }: MetricsAddress,
  answers: Answers,
  log: Log,
): Promise<MetricsPort> {
  let isDraining = false
  const answer = async ({ method = '', url = '' }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { status: 'error' }, { Allow: METHODS })
    switch (url.split('?', 1)[0]) {
      case '/healthz':
        return send(response, 200, { status: 'ok' })
      case '/readyz': {
        const state = isDraining ? { status: 'draining' } : await answers.readiness()
        return send(response, state.status === 'ready' ? 200 : 503, state)
      }
      case '/metrics':
        return answers.metrics(response)
      default:
        return send(response, 404, { status: 'error' })
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      log.error({ err: error }, 'a request to METRICS_PORT failed')
      response.destroy()
    })
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError(whyNot(error, `${host}:${port}`), { cause: error })
  })
  const named = host.includes(':') ? `[${host}]` : host
  const url = `http://${named}:${(server.address() as AddressInfo).port}`
  log.info({ url }, 'health and metrics are served on METRICS_PORT')
  return {
    url,
    drain() {
      isDraining = true
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Names end with `_total` for counters only. The metrics without it have the same numbers by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Adds the metrics of the process itself. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}

export async function sendMetrics(registry: Registry, response: ServerResponse): Promise<void> {
  const text = await registry.metrics()
  const head = { 'Content-Type': registry.contentType, 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(200, { ...head, 'Cache-Control': 'no-store' })
  response.end(text)
}

function whyNot(error: unknown, address: string): string {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
    return `METRICS_PORT: cannot listen on ${address} (${error instanceof Error ? error.message : String(error)}).`
  }
  return `METRICS_PORT: ${address} is already in use. Set it to another port: each process of a machine needs its own.`
}

async function send(response: ServerResponse, status: number, body: object, headers: object = {}): Promise<void> {
  const text = JSON.stringify(body)
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers }
  response.writeHead(status, { ...head, 'Cache-Control': 'no-store' }).end(text)
}
