/** A download that cannot be a link, because it needs the key in a header. */
export interface SavedStream {
  readonly url: string
  readonly key: string
  readonly signal: AbortSignal
  /** Bytes received so far, as they arrive; nobody knows the whole. */
  readonly onBytes: (bytes: number) => void
}

/** An answer that refuses, as the gateway writes it. */
export interface Refused {
  readonly code: string
  readonly message: string
}

const DEFAULT_NAME = 'download'

/**
 * Reads an answer to its end and saves it as a file, under the name that the gateway gave it. The browser keeps the bytes of a
 * Blob on its disk when they are many. A connection that breaks saves nothing.
 * @returns why the gateway refused; null once it is saved
 * @throws if the connection fails, or the download was aborted
 */
export async function saveStream({ url, key, signal, onBytes }: SavedStream): Promise<Refused | null> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` }, credentials: 'omit', signal })
  if (!answer.ok || !answer.body) {
    const body = await answer.json().catch(() => null)
    return body?.error ?? { code: 'internal_error', message: `HTTP ${answer.status}` }
  }
  let received = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.byteLength
      onBytes(received)
      controller.enqueue(chunk)
    },
  })
  const type = answer.headers.get('Content-Type') ?? ''
  const blob = await new Response(answer.body.pipeThrough(counted), { headers: { 'Content-Type': type } }).blob()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? DEFAULT_NAME
  link.click()
  // The browser reads the address in a later task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return null
}
