import type { Stream } from '../src/push/stream.ts'

/** Starts a stream, so that a refusal fails the subscribe itself and not a running stream. */
export async function begun<T>(stream: Stream<T>): Promise<Stream<T>> {
  await stream.ready()
  return stream
}
