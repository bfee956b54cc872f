import type { Stream } from '../src/push/stream.ts'

/** A stream that has begun: a refusal then fails the subscribe itself, not a stream that is there. */
export async function begun<T>(stream: Stream<T>): Promise<Stream<T>> {
  await stream.ready()
  return stream
}
