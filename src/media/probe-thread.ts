import { DomainError } from '../errors.ts'
import type { Media } from './media.ts'
import { probeFile } from './probe.ts'

/** What a thread tells of a file. An error would lose its class on the way between threads. */
export type Outcome =
  | { readonly media: Media }
  | { readonly refusal: Pick<DomainError, 'code' | 'message' | 'status' | 'param' | 'details'> }
  | { readonly failure: string }

/** `probeFile`, for another thread. */
export async function probe(path: string): Promise<Outcome> {
  try {
    return { media: await probeFile(path) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { failure: String(error instanceof Error ? error.stack : error) }
    const { code, message, status, param, details } = error
    return { refusal: { code, message, status, param, details } }
  }
}

/** Does nothing: a thread that has answered it is ready. */
export function ready(): void {}
