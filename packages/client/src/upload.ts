import type { Send } from './connection.ts'

export interface UploadOptions {
  /** Only recorded: an image can be a start frame, an end frame or a reference. */
  readonly purpose: 'input_image' | 'end_image' | 'reference'
  /** By default the name of a `File`. */
  readonly filename?: string | undefined
  /** Called while bytes are sent. `sent` is 0 again if the upload is repeated. */
  readonly onProgress?: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined
}

/** The bytes of a form around its file count as the file's. */
type Report = (sent: number) => void

type Init = Parameters<Send>[1]

/** How a file is sent: with `fetch`, and with progress by XMLHttpRequest in pages, where `fetch` reports none. */
export function uploader(file: Blob, { purpose, filename, onProgress }: UploadOptions, plain: Send): Send {
  const name = filename ?? (file as Partial<File>).name ?? 'file'
  const form = () => {
    const made = new FormData()
    made.append('purpose', purpose)
    made.append('file', file, name)
    return made
  }
  // In a service worker nothing reports progress.
  if (!onProgress || 'ServiceWorkerGlobalScope' in globalThis) {
    return (url, init) => plain(url, { ...init, body: form() })
  }
  const total = file.size
  const report: Report = (sent) => onProgress({ sent: Math.min(sent, total), total })
  return (url, init) => {
    report(0)
    if ('XMLHttpRequest' in globalThis) return byXhr(url, init, form(), report)
    return plain(url, counted(init, multipart(file, purpose, name), report))
  }
}

/** The form as bytes: the stream of a FormData ends with an unhandled rejection in Node if the upload is aborted. */
function multipart(file: Blob, purpose: string, name: string): Blob {
  const boundary = `vidgate-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const escaped = name.replace(/["\r\n]/g, encodeURIComponent)
  const part = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; name=${rest}`
  const head = `${part(`"purpose"\r\n\r\n${purpose}\r\n`)}${part(`"file"; filename="${escaped}"\r\n\r\n`)}`
  return new Blob([head, file, `\r\n--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` })
}

/** Counts the bytes as they are read, which is as fast as they are sent. */
function counted(init: Init, form: Blob, report: Report): Init & { duplex: 'half' } {
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      sent += chunk.byteLength
      report(sent)
      out.enqueue(chunk)
    },
  })
  const headers = { ...init.headers, 'content-type': form.type }
  return { ...init, headers, body: form.stream().pipeThrough(counter), duplex: 'half' }
}

/** A page's own request. Its interface is here, because types of Node lack it. */
interface Xhr {
  readonly upload: { onprogress: (event: { readonly loaded: number }) => void }
  readonly status: number
  readonly responseText: string
  onload: () => void
  onerror: () => void
  onabort: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: FormData): void
  abort(): void
}

function byXhr(url: string, init: Init, form: FormData, report: Report): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new (globalThis as unknown as { XMLHttpRequest: new () => Xhr }).XMLHttpRequest()
    const { signal } = init
    const abort = () => request.abort()
    const ending = (end: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      end()
    }
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => report(loaded)
    request.onload = ending(() => resolve(responseOf(request)))
    request.onerror = ending(() => reject(new TypeError('the upload broke off')))
    request.onabort = ending(() => reject(signal?.reason))
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

function responseOf(request: Xhr): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/)
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return new Response(request.responseText, { status: request.status, headers })
}
