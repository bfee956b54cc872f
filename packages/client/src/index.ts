import { type Call, type CallOptions, type ClientOptions, type Connection, connect } from './connection.ts'
import type {
  CreatedVideos,
  CreateReadToken,
  CreateVideo,
  Credits,
  DeletedFile,
  DeletedVideo,
  ExistingUpscale,
  PromptOptimization,
  ReadToken,
  UpscaleQuote,
  VideoFile,
  VideoList,
  VideoQuote,
  VideoTask,
} from './generated/api.ts'
import { type UploadOptions, uploader } from './upload.ts'
import { type ChangesOptions, changes, type VideoChange, type VideoState, type WatchOptions, watch } from './watch.ts'

export type { CallOptions, ClientOptions } from './connection.ts'
// biome-ignore lint/performance/noBarrelFile: the entry of a package
export { type ErrorCode, VidgateError } from './errors.ts'
export type * from './generated/api.ts'
export type { UploadOptions } from './upload.ts'
export { type ChangesOptions, hasEnded, type VideoChange, type VideoState, type WatchOptions } from './watch.ts'

/** Selects videos of a list, newest first by default. */
export interface ListVideos {
  readonly limit?: number | undefined
  /** The `last_id` of the page before. */
  readonly after?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
  /** States, separated by commas. */
  readonly status?: string | undefined
  readonly mode?: VideoTask['mode'] | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
  /** Text of the prompt in any case, or the start of the id. The newest 1000 videos that the other filters select are searched. */
  readonly search?: string | undefined
}

export interface ListEntries {
  readonly limit?: number | undefined
  readonly after?: string | undefined
  readonly kind?: string | undefined
  readonly task_id?: string | undefined
}

export interface ContentOptions extends CallOptions {
  readonly variant?: 'video' | 'thumbnail' | 'preview' | undefined
  /** `bytes=0-1023`: only this part. */
  readonly range?: string | undefined
}

/** Creates one video, or several with `n`. It answers long before they are made. */
export interface Create {
  (body: CreateVideo & { readonly n: 2 | 4 }, call?: CallOptions): Promise<CreatedVideos>
  (body: CreateVideo & { readonly n?: 1 | undefined }, call?: CallOptions): Promise<VideoTask>
  (body: CreateVideo, call?: CallOptions): Promise<CreatedVideos | VideoTask>
}

/**
 * Calls of the gateway. Each rejects with a VidgateError if it is refused or not answered, and with `signal.reason` once `signal`
 * is aborted. Failures that may pass are repeated first; a write is repeated under the same Idempotency-Key, so that it is done
 * and paid once.
 */
export interface Client extends Videos, Watching, Rest {}

export function createClient(options: ClientOptions): Client {
  const connection = connect(options)
  return { ...videosOf(connection), ...watchingOf(connection), ...restOf(connection) }
}

const about = (videoId: string, suffix = '') => ({
  path: `/v1/videos/${encodeURIComponent(videoId)}${suffix}`,
  videoId,
})

type Videos = ReturnType<typeof videosOf>

function videosOf({ json, answer }: Connection) {
  return {
    create: ((body: CreateVideo, call?: CallOptions) =>
      json({ ...call, method: 'POST', path: '/v1/videos', body })) as Create,
    /** The resolved request, its exact price and all its problems; nothing is created. */
    quote: (body: CreateVideo, call?: Pick<CallOptions, 'signal'>) =>
      json<VideoQuote>({
        ...call,
        method: 'POST',
        path: '/v1/videos',
        query: { dry_run: true },
        body,
        idempotencyKey: '',
      }),
    get: (id: string, call?: CallOptions) => json<VideoTask>({ ...call, ...about(id) }),
    list: (query?: ListVideos, call?: CallOptions) => json<VideoList>({ ...call, path: '/v1/videos', query }),
    cancel: (id: string, call?: CallOptions) => json<VideoTask>({ ...call, ...about(id, '/cancel'), method: 'POST' }),
    /** Deletes a video that has ended, with its prompt and metadata. */
    delete: (id: string, call?: CallOptions) => json<DeletedVideo>({ ...call, ...about(id), method: 'DELETE' }),
    /** The price of upscaling a finished 768p video to 2k. */
    upscaleQuote: (id: string, call?: CallOptions) => json<UpscaleQuote>({ ...call, ...about(id, '/upscale') }),
    /** Upscales a video for the `amount_micro` of its quote. If it already has an upscale, the answer is that one. */
    upscale: (id: string, { amount_micro }: Pick<UpscaleQuote, 'amount_micro'>, call?: CallOptions) =>
      json<VideoTask | ExistingUpscale>({ ...call, ...about(id, '/upscale'), method: 'POST', body: { amount_micro } }),
    /** The bytes of a finished video: `blob()`, `arrayBuffer()` or `body` of the answer. */
    content: (id: string, { variant, range, ...call }: ContentOptions = {}) => {
      const headers = range === undefined ? {} : { range }
      return answer({ ...call, ...about(id, '/content'), query: { variant }, headers })
    },
  }
}

type Watching = ReturnType<typeof watchingOf>

/** They reconnect by themselves, for as long as it takes: give them a `signal` to stop them. */
function watchingOf(connection: Connection) {
  return {
    /** The video now and after every change, each once and in order, to its end. */
    watch: async function* (id: string, watching: WatchOptions = {}): AsyncGenerator<VideoTask, void> {
      for await (const { video } of watch(connection, id, watching)) yield video
    },
    /** The same with the number of each change, after which a later program can continue. */
    states: (id: string, watching: WatchOptions = {}): AsyncGenerator<VideoState, void> =>
      watch(connection, id, watching),
    /** Waits for the end of a video. @returns the video as it ended, with any status */
    async finished(id: string, watching: WatchOptions = {}): Promise<VideoTask> {
      let last: VideoTask | null = null
      for await (const { video } of watch(connection, id, watching)) last = video
      return last ?? connection.json<VideoTask>({ signal: watching.signal, ...about(id) })
    },
    /** The unfinished videos of the account or of a group, then every change of any, over one connection. */
    changes: (watching: ChangesOptions = {}): AsyncGenerator<VideoChange, void> => changes(connection, watching),
  }
}

type Rest = ReturnType<typeof restOf>

function restOf({ json, send }: Connection) {
  return {
    /** Uploads material. Repeats send it again, and keep it once. */
    upload: (file: Blob, { purpose, filename, onProgress, ...call }: UploadOptions & CallOptions) => {
      const sending = uploader(file, { purpose, filename, onProgress }, send)
      return json<VideoFile>({ ...call, method: 'POST', path: '/v1/files', send: sending })
    },
    deleteFile: (id: string, call?: CallOptions) =>
      json<DeletedFile>({ ...call, method: 'DELETE', path: `/v1/files/${encodeURIComponent(id)}` }),
    /** The prompt with more detail, for a fee. */
    optimize: (prompt: string, call?: CallOptions) =>
      json<PromptOptimization>({ ...call, method: 'POST', path: '/v1/prompt/optimize', body: { prompt } }),
    /** The balance, with a page of the ledger. */
    credits: (query?: ListEntries, call?: CallOptions) => json<Credits>({ ...call, path: '/v1/credits', query }),
    /** For a page of yours: a token that reads one video or group for 15 minutes. */
    readToken: (body: CreateReadToken, call?: CallOptions) =>
      json<ReadToken>({ ...call, method: 'POST', path: '/v1/read-tokens', body }),
    /** Any other call of the REST API. */
    call: <T>(call: Pick<Call, 'method' | 'path' | 'query' | 'body' | 'signal' | 'idempotencyKey'>) => json<T>(call),
  }
}
