import { SpanKind } from '@opentelemetry/api'
import { begin, beginBelow, below, contextOf, inSpan, isTracing } from '../src/lib/trace.ts'
import type { Claim } from '../src/stage/claim.ts'
import type { Engine } from './engine/engine.ts'

/** Runs a claimed attempt as a span of its task's trace, which begins with the claim. */
export function inStageSpan<T>(claim: Claim, engine: Engine, run: (engine: Engine) => Promise<T>): Promise<T> {
  if (!isTracing()) return run(engine)
  const { stage, task, claimedFrom } = claim
  const attributes = {
    'vidgate.task.id': task.id,
    'vidgate.stage': stage,
    'vidgate.attempt': claim.number,
    'vidgate.hedge': claim.hedge,
    'vidgate.waited_ms': claim.waitedMs,
    'vidgate.accelerated': claim.accelerated,
    'vidgate.engine': engine.name,
    'vidgate.worker.id': claim.workerId,
    'vidgate.pool': claim.pool,
  }
  const parent = contextOf(task.traceparent === null ? null : { traceparent: task.traceparent })
  const span = begin(`stage ${stage}`, { kind: SpanKind.CONSUMER, attributes, startTime: claimedFrom }, parent)
  if (!span) return run(engine)
  begin('claim', { startTime: claimedFrom }, below(span))?.end()
  return inSpan(span, () => run(tracedEngine(engine)))
}

/** An engine whose calls are spans. */
function tracedEngine(engine: Engine): Engine {
  const call = <T>(stage: string, run: () => Promise<T>): Promise<T> => {
    const span = beginBelow(`engine ${stage}`, { attributes: { 'vidgate.engine': engine.name } })
    return span ? inSpan(span, run) : run()
  }
  return {
    name: engine.name,
    limits: engine.limits,
    encode: (...given) => call('encode', () => engine.encode(...given)),
    render: (...given) => call('render', () => engine.render(...given)),
    upscale: (...given) => call('upscale', () => engine.upscale(...given)),
    package: (...given) => call('package', () => engine.package(...given)),
  }
}
