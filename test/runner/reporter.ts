import { inspect } from 'node:util'
import { type Failure, type FromLane, LOADING } from './protocol.ts'

interface TestEvent {
  readonly name: string
  readonly nesting: number
  readonly skip?: string | boolean
  readonly message?: string
  readonly details: {
    readonly type?: string
    readonly duration_ms: number
    readonly error?: Error & { code?: string; failureType?: string }
  }
}

interface Event {
  readonly type: string
  readonly data: TestEvent
}

const send = (message: FromLane) => process.send?.(message)

/**
 * node:test's reporter of a lane: one message per file. A file is a test at the outermost level (lane.ts), and node
 * reports the tests inside before it.
 */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter from a module's default export
export default async function* reportFiles(events: AsyncIterable<Event>): AsyncGenerator<string> {
  let inside: { event: TestEvent; failed: boolean }[] = []
  for await (const { type, data } of events) {
    send({ kind: 'alive', ...(type === 'test:dequeue' && data.nesting > 0 ? { begun: data.name } : {}) })
    if (type === 'test:diagnostic' && data.nesting === 0 && isWarning(data.message)) {
      send({ kind: 'warning', text: data.message })
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting > 0) {
      inside.push({ event: data, failed: type === 'test:fail' })
      continue
    }
    send({ kind: 'result', ...resultOf(data, type === 'test:fail', inside) })
    inside = []
  }
  yield ''
}

/** Node's diagnostic for an error after the end of its test; its other diagnostics are sums. */
const isWarning = (message = ''): message is string => message.startsWith('Error:') || message.startsWith('Warning:')

function resultOf(file: TestEvent, hasFailed: boolean, inside: readonly { event: TestEvent; failed: boolean }[]) {
  const failures: Failure[] = []
  const skipped: string[] = []
  let passed = 0
  inside.forEach(({ event, failed }, index) => {
    if (event.details.type === 'suite' || event.name === LOADING) return
    const name = nameIn(inside, index)
    if (event.skip !== undefined && event.skip !== false) skipped.push(name)
    else if (!failed) passed++
    // If tests inside have failed, they are reported.
    else if (event.details.error?.failureType !== 'subtestsFailed') failures.push({ name, error: textOf(event) })
  })
  // The file itself: it did not load, or a hook of it failed.
  if (hasFailed && file.details.error?.failureType !== 'subtestsFailed') {
    failures.push({ name: 'the file', error: textOf(file) })
  }
  return { file: file.name, passed, skipped, failures, seconds: file.details.duration_ms / 1000 }
}

/** Tests around a test are reported after it, one level less nested each. */
function nameIn(inside: readonly { event: TestEvent }[], index: number): string {
  const names: string[] = []
  let nesting = Number.POSITIVE_INFINITY
  for (const { event } of inside.slice(index)) {
    if (event.nesting >= nesting) continue
    names.unshift(event.name)
    nesting = event.nesting
  }
  return names.join(' > ')
}

function textOf({ details: { error } }: TestEvent): string {
  const cause = error?.failureType === 'testCodeFailure' || error?.failureType === 'hookFailed' ? error.cause : error
  return inspect(cause ?? error, { depth: 4 })
}
