import { setTimeout as pause } from 'node:timers/promises'
import { context, propagation, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceConfig } from '../trace-variables.ts'
import { createLasting } from './lasting.ts'
import type { Log } from './log.ts'

/** OpenTelemetry's SDK; `trace.ts` loads this file only when tracing is on. */

/** A stopping process waits no longer for the collector. */
const FLUSH_MS = 1000

const MESSAGES = {
  begins: 'traces cannot be sent; they are dropped until the collector answers',
  lasts: 'traces still cannot be sent',
  ends: 'traces can be sent again',
}

export interface Exporting {
  readonly tracer: Tracer
  /** Sends what has ended, for a second at most. */
  close(): Promise<void>
}

export function openExport(config: TraceConfig, service: string, log: Log): Exporting {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // Without baggage, which would take the caller's to model servers and receivers of webhooks.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const own = { ...config.resource, 'service.name': config.serviceName ?? config.resource['service.name'] ?? service }
  const exporter = logged(exporterOf(config), log)
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: config.delayMs })],
  })
  return {
    tracer: provider.getTracer('vidgate'),
    async close() {
      // The exporter has logged its failure.
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, pause(FLUSH_MS, undefined, { ref: false })])
      context.disable()
      propagation.disable()
    },
  }
}

function exporterOf({ url, protocol, headers, timeoutMs, isCompressed }: TraceConfig): SpanExporter {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter
  const compression = (isCompressed ? 'gzip' : 'none') as never
  return new Exporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs, compression })
}

function samplerOf({ sampler: { root, followsParent, ratio } }: TraceConfig): Sampler {
  const own =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return followsParent ? new ParentBasedSampler({ root: own }) : own
}

/** Logs a collector that is away as one lasting state. */
function logged(exporter: SpanExporter, log: Log): SpanExporter {
  const away = createLasting(log, MESSAGES)
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) away.ends()
        else away.holds({ why: result.error?.message })
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
