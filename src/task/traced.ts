import { begin, below, inSpan, isTracing } from '../lib/trace.ts'
import type { Submission } from './judge.ts'

/** Runs the transaction of a batch as one span: a child of its first create, to which the others are linked. */
export function commitInSpan<T>(submissions: readonly Submission[], commit: () => Promise<T>): Promise<T> {
  if (!isTracing()) return commit()
  const [first, ...others] = submissions.flatMap(({ trace }) => trace ?? [])
  const attributes = { 'vidgate.batch.size': submissions.length }
  const span = first ? begin('commit creates', { attributes }, below(first)) : null
  if (!span) return commit()
  for (const other of others) other.addLink({ context: span.spanContext() })
  return inSpan(span, commit)
}
