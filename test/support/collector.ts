import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { HANG_MS } from './rounds.ts'

/** A span as a collector receives it. */
export interface Received {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first of a trace. */
  readonly parentSpanId: string
  /** By name; numbers as numbers. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** Ids of the linked spans. */
  readonly links: readonly string[]
  readonly isError: boolean
  readonly service: unknown
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly Received[]
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[]
  /** Settles once all spans that fit have arrived, in the order of their arrival. */
  got(count: number, fits: (span: Received) => boolean): Promise<Received[]>
  /** A trace as lines, indented by depth; children in order of their names, because clocks of processes differ. */
  treeOf(traceId: string): string[]
  close(): Promise<void>
}

/** Stands in for a collector of OTLP over HTTP. Only JSON is read; `requests` has the bytes of everything. */
export async function startCollector(answer: () => number | null = () => 200, port = 0): Promise<Collector> {
  const spans: Received[] = []
  const requests: Collector['requests'][number][] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray())
    const { headers } = request
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    requests.push({ path: request.url ?? '', headers, body })
    const status = answer()
    if (status === 200 && headers['content-type'] === 'application/json') spans.push(...spansIn(body.toString()))
    for (const look of waiting) look()
    // Without a status it never answers.
    if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    got: (count, fits) =>
      new Promise((resolve, reject) => {
        const names = () => spans.map(({ name }) => name).join()
        const limit = setTimeout(() => reject(new Error(`spans are missing; there are ${names()}`)), HANG_MS)
        const look = () => {
          const found = spans.filter(fits)
          if (found.length < count) return
          clearTimeout(limit)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    treeOf: (traceId) => treeOf(spans.filter((span) => span.traceId === traceId)),
    close,
  }
}

interface Value {
  readonly [kind: string]: unknown
}

interface Sent extends Omit<Received, 'attributes' | 'links' | 'isError'> {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly links?: readonly { readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}

interface Message {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Sent['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }[]
}

function spansIn(text: string): Received[] {
  const { resourceSpans } = JSON.parse(text) as Message
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'service.name': service } = valuesOf(resource.attributes)
    return scopeSpans.flatMap(({ spans }) => spans).map((span) => read(span, service))
  })
}

function read(span: Sent, service: unknown): Received {
  return {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? '',
    attributes: valuesOf(span.attributes),
    links: (span.links ?? []).map(({ spanId }) => spanId),
    isError: span.status?.code === 2,
    service,
  }
}

function valuesOf(attributes: Sent['attributes']): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind, content] = Object.entries(value)[0] ?? []
      return [key, kind === 'intValue' ? Number(content) : content]
    }),
  )
}

function treeOf(spans: readonly Received[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  assert.equal(ids.size, spans.length, 'a span arrived twice')
  const inOrder = [...spans].sort((one, other) => one.name.localeCompare(other.name))
  const lines = (parent: string, depth: number): string[] =>
    inOrder
      .filter(({ spanId, parentSpanId }) => (ids.has(parentSpanId) ? parentSpanId : '') === parent && spanId !== parent)
      .flatMap(({ spanId, name }) => [`${'  '.repeat(depth)}${name}`, ...lines(spanId, depth + 1)])
  return lines('', 0)
}
