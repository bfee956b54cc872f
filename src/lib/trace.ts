import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { DomainError } from '../errors.ts'
import type { TraceConfig } from '../trace-variables.ts'
import type { Log } from './log.ts'

/**
 * Spans for every room and door (docs/operating.md#traces). While tracing is off each function here ends at its first comparison:
 * no span, no context and no header is made, and the SDK is not loaded.
 *
 * Attributes contain ids, numbers and fixed words only: no prompts, addresses, keys or messages of errors.
 */
let tracer: Tracer | null = null

/** A span; null while tracing is off. */
export type Traced = Span | null

export function isTracing(): boolean {
  return tracer !== null
}

export interface Tracing {
  /** Sends what has ended, for a second at most, and turns tracing off. */
  close(): Promise<void>
}

const OFF: Tracing = { close: () => Promise.resolve() }

/**
 * Turns tracing on, for the whole process. Call it once.
 * @param config null to leave it off
 * @param service name of the process for OTEL_SERVICE_NAME that is not set
 */
export async function openTracing(config: TraceConfig | null, service: string, log: Log): Promise<Tracing> {
  if (config === null || tracer !== null) return OFF
  const { openExport } = await import('./trace-export.ts')
  const exporting = openExport(config, service, log)
  tracer = exporting.tracer
  return {
    close() {
      tracer = null
      return exporting.close()
    },
  }
}

/**
 * Begins a span.
 * @param parent by default the active span; without one it starts a trace
 * @returns null while tracing is off
 */
export function begin(name: string, options?: SpanOptions, parent?: Context): Span | null {
  return tracer === null ? null : tracer.startSpan(name, options, parent ?? context.active())
}

/** The same, but only below an active span. */
export function beginBelow(name: string, options?: SpanOptions): Span | null {
  return tracer === null || trace.getActiveSpan() === undefined ? null : begin(name, options)
}

/** Context of a span's children. */
export function below(span: Span): Context {
  return trace.setSpan(ROOT_CONTEXT, span)
}

/** Makes the span active in the work, without ending it. */
export function within<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work)
}

/** Runs the work as the span: an error marks it, and it ends with the work. */
export async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await within(span, work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Ends the span when a promise settles, which somebody else awaits. */
export function endWith(span: Span, work: Promise<unknown>): void {
  work.then(
    () => span.end(),
    (error: unknown) => {
      fail(span, error)
      span.end()
    },
  )
}

function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', typeOf(error))
  // A refusal is an answer, not a fault.
  if (!(error instanceof DomainError) || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name
}

/** Marks the active span as failed. @param type a fixed word */
export function failActive(type: string): void {
  if (tracer === null) return
  trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/** Adds to the active span. */
export function note(name: string, value: string | number): void {
  if (tracer !== null) trace.getActiveSpan()?.setAttribute(name, value)
}

/** Runs work that serves others too, so that it belongs to no span of its caller. */
export function outside<T>(work: () => T): T {
  return tracer === null ? work() : context.with(ROOT_CONTEXT, work)
}

const FLAGS = ['00', '01']

/** A span in the form of W3C Trace Context, which rows store (docs/decisions/processes.md#traces). */
export function traceparentOf(span: Span): string
export function traceparentOf(span: Traced | undefined): string | null
export function traceparentOf(span: Traced | undefined): string | null {
  if (!span) return null
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${FLAGS[traceFlags & 1]}`
}

/** Context of children of the span that a request or a row names. Its baggage is ignored. */
export function contextOf(carrier: object | null): Context {
  return carrier === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, carrier)
}

/** Links a span with the one that a row names. */
export function link(span: Span, traceparent: string | null): void {
  const other = traceparent === null ? undefined : trace.getSpanContext(contextOf({ traceparent }))
  if (other) span.addLink({ context: other })
}

/**
 * Begins a span in the trace of a task: below the active span if that is part of it, otherwise below the task's create, with a link to
 * the active span.
 * @param traceparent as the task's row has it
 */
export function beginOf(traceparent: string | null, name: string, options?: SpanOptions): Span | null {
  if (tracer === null) return null
  const active = trace.getActiveSpan()
  const parent = contextOf(traceparent === null ? null : { traceparent })
  const traceId = trace.getSpanContext(parent)?.traceId
  if (traceId === undefined || traceId === active?.spanContext().traceId) return begin(name, options)
  const span = tracer.startSpan(name, options, parent)
  return active ? span.addLink({ context: active.spanContext() }) : span
}

/** Begins the span of a call of another server, below the active span. */
export function beginCall(method: string, url: string): Span | null {
  if (tracer === null) return null
  const { hostname, port, protocol } = new URL(url)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return beginBelow(method, { kind: SpanKind.CLIENT, attributes })
}

/** Headers with those that continue the active span in another server. */
export function withTrace(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (tracer === null) return headers
  const sent = { ...headers }
  propagation.inject(context.active(), sent)
  return sent
}

/** TRACEPARENT and TRACESTATE for a program. */
export function traceEnvironment(): NodeJS.ProcessEnv {
  const headers = Object.entries(withTrace({}))
  return Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), value]))
}
