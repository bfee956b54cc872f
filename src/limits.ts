/** Every limit of the service, with its reason; those of the doors alone are in `src/http/limits.ts`. */

/** Spec 4.1: prompt of 1 to 7000 characters, counted in code points; spec 9: negative_prompt of up to 2000. */
export const PROMPT_MAX = 7000
export const NEGATIVE_PROMPT_MAX = 2000
/** Spec 4.1 and 8: requested duration in seconds. */
export const DURATION_MIN_S = 5
export const DURATION_MAX_S = 15
/** The largest seed that every model takes: int32 (docs/rules/create.md#seeds-and-n). */
export const SEED_MAX = 2_147_483_647
/** Metadata is part of every answer and event, so it stays small (docs/rules/create.md#metadata). */
export const METADATA_MAX_BYTES = 16 * 1024
/** An idempotency key is a short opaque text (docs/rules/doors.md#idempotency). */
export const IDEMPOTENCY_KEY_MAX = 255
/** A name that a list of keys can show on one line. */
export const KEY_NAME_MAX = 100
/** A JSON body: a 7000-character prompt in \u escapes, metadata, and room. */
export const JSON_BODY_MAX_BYTES = 256 * 1024
/** Deeper than any client of ours nests; everything that walks a body recursively is safe below it. */
export const NESTING_MAX = 64
/** Items of a list in a body that are parsed. One more would make the shortest list longer than any value may be. */
export const LIST_PARSED_MAX = 10_000
/** Long enough for any callback address in use. */
export const URL_MAX = 2048
/** Items of a page (docs/rules/doors.md#lists). */
export const PAGE_DEFAULT = 20
export const PAGE_MAX = 100
/** Spec 4.1: per-kind caps, from the model. */
export const REFERENCE_CAPS = { image: 9, video: 3, audio: 3 } as const
export const REFERENCES_MAX = 15
/** Spec 4.1: `n` is 1, 2 or 4. */
export const TASKS_PER_CREATE_MAX = 4

/** Problems of one answer: with names cut to 100 characters below 64 KB (docs/rules/create.md#bounded-answers). */
export const PROBLEMS_MAX = 50
/** Spec 4.1: reference videos together, and reference audio together. */
export const MATERIAL_MAX_MS = 15_000
/** An honest mp3 of 15 s measures up to 15.05 s, three of 5 s measure 15.14 s (docs/rules/material.md#references). */
export const MATERIAL_TOLERANCE_MS = 100

/** Batches of creates. */
export const LANE = {
  /** Requests that commit together; 64 keeps a transaction under some 20 ms. */
  batch: 64,
  /** Requests that may wait before the answer is 503, of an account and of all: about a second of work. */
  queue: { own: 2048, all: 4096 },
  /** How long a batch may wait for the callers of the last one, compared with its time, and at most. */
  wait: { share: 0.5, maxMs: 10 },
} as const

/** An attempt whose worker is silent for this long is lost (docs/decisions/dispatch.md#liveness). */
export const LEASE_MS = 3000
export const BEAT_MS = 1000
export const REAP_MS = 500
/** Losses of one stage after which the task fails (the third). */
export const LOSSES_MAX = 3
/** Reported errors of one stage after which the task fails (the third). */
export const FAILURES_MAX = 3
/** Base of the back-off between reported errors, doubled each time. */
export const RETRY_DELAY_MS = 1000
/** Seconds after which a silent worker's engine counts no more in what is offered; a restarting one is waited for. */
export const WORKER_SILENT_S = 60
/** A worker silent for longer counts no more in where stages are sent; its lease is over long before. */
export const WORKER_LIVE_S = 10
/** A draft waits this long for a worker that accelerates (docs/rules/create.md#acceleration). */
export const LORA_GRACE_MS = 20_000
/** A stage that has been ready for this long counts one tier higher (docs/decisions/dispatch.md#dispatch-order). */
export const AGE_MS = 600_000
/**
 * A run longer than HEDGE_FACTOR times the median of the last HEDGE_SAMPLE runs gets a second try. A median needs
 * HEDGE_SAMPLE_MIN runs; of the last HEDGE_WINDOW attempts at most HEDGE_BUDGET are second tries
 * (docs/decisions/dispatch.md#second-tries).
 */
export const HEDGE_FACTOR = 2
export const HEDGE_SAMPLE = 50
export const HEDGE_SAMPLE_MIN = 2
export const HEDGE_BUDGET = 5
export const HEDGE_WINDOW = 100
/** How often runs are looked at: a fraction of the shortest that is worth a second try. */
export const HEDGE_MS = 500
/** Spec 9: a task of the earlier form that nobody has claimed so long after its creation fails. */
export const EARLIER_WAIT_S = 1800
/** How often waiting stages are looked at for age and the longest wait. */
export const OVERDUE_MS = 5000
/** All that waits is looked through so often: half a second of work where 100,000 stages wait. In between only the recent. */
export const SWEEPS = { wholeMs: 30_000, recentMs: 60_000 } as const
/** Stages without a job, longer than one is ever on its way: there are none, and looking costs as much as a whole sweep. */
export const STRANDED_MS = 300_000
export const STRANDED_AFTER_MS = 60_000
/** pg-boss keeps a job longer than the longest wait (docs/decisions/dispatch.md#pg-boss-until-the-claim). */
export const JOB_RETENTION_S = 14 * 24 * 3600
/** Unfinished tasks without an attempt are looked for so often: there are none, and looking costs as much as that. */
export const LOST_MS = 300_000
/** A worker that is gone is remembered for so long, to be found in what operators noted. */
export const WORKER_RETENTION_DAYS = 7
/** Ended attempts of ended tasks are kept for so long, for operators; their outputs are erased long before. */
export const ATTEMPT_RETENTION_DAYS = 90
/** Old workers and attempts are looked for so often. */
export const FORGET_MS = 3_600_000
/** A killed worker's files are looked for so often by those that are left. */
export const LEFT_FOLDERS_MS = 600_000
/** A stage unclaimed for longer carries a waiting notice, for which waiting stages are looked at so often. */
export const NOTICE_AFTER_MS = 3000
export const NOTICE_MS = 1000

/** A signed link is valid for an hour (docs/rules/files.md#signed-links). */
export const LINK_SECONDS = 3600
/**
 * A redirected download must begin within this time. It is as long as a read token, because players repeat ranges at the
 * address that they were redirected to (docs/decisions/storage.md#redirected-downloads).
 */
export const DIRECT_LINK_SECONDS = 900
/** How long finished bytes are kept (docs/rules/files.md#retention). */
export const OUTPUT_RETENTION_DAYS = 30
/** How often bytes that are due are looked for: well within the 2 minutes after their time. */
export const ERASE_MS = 30_000

/** The call's time; the key's lease outlives a renewal that fails (docs/rules/create.md#prompt-optimisation). */
export const PROMPT_CALL_MS = 30_000
export const PROMPT_LEASE_SECONDS = 60
export const PROMPT_RENEW_MS = 20_000
/** Older fees belong to calls that are gone (docs/rules/money.md#optimisation-fee). */
export const PROMPT_ABANDONED_SECONDS = 120
export const PROMPT_SWEEP_MS = 30_000
/** A chat model's answer: 7000 characters in \u escapes, and what it thought before. */
export const PROMPT_ANSWER_MAX_BYTES = 1024 * 1024

/** Seconds from one try of a webhook to the next; jitter spreads late ones (docs/rules/webhooks.md#retries). */
export const WEBHOOK_DELAYS_S: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
export const WEBHOOK_JITTER = 0.1
/** Time of a whole try. A process holds a claimed delivery for longer, until the outcome of the try is written. */
export const WEBHOOK_TIMEOUT_MS = 15_000
export const WEBHOOK_LEASE_MS = 30_000
/** How much of a receiver's answer is read. What is kept of it with the try, and how many tries of a delivery, with those before a replay. */
export const WEBHOOK_ANSWER_MAX_BYTES = 64 * 1024
export const WEBHOOK_HISTORY = { answerBytes: 1024, tries: 40 } as const
/** Tries that a process makes at once to one host; of one that answers it claims more, and so many of all. */
export const WEBHOOK_PER_HOST = 16
export const WEBHOOK_CLAIMS_MAX = { host: 128, all: 1024 } as const
/** Recently tried hosts to remember. A host that did not answer gets one try at a time. Every claim uses the list. */
export const WEBHOOK_KNOWN_HOSTS = 500
/** A rotated secret signs so long beside the new one. Signatures of one try: a header has an end, and nobody rotates that often. */
export const WEBHOOK_SECRETS = { overlapHours: 24, max: 5 } as const
/**
 * Due deliveries are looked for so often without a hint, and so long after one, which a busy gateway hears all the time; tries that
 * end within so long are written together; a stopping gateway waits so long for those under way, and another makes the others again.
 */
export const WEBHOOK_LOOP = { idleMs: 1000, hintedMs: 50, gatherMs: 10, stopMs: 2000 } as const
/** Settled deliveries can be read, and replayed, for so long after their task has ended. */
export const WEBHOOK_RETENTION = { days: 30, sweepMs: 600_000 } as const

/** A download is read in chunks of this size: 3–4 times faster than 64 KiB. Of those sent so many are kept for the next ones. */
export const DOWNLOAD_CHUNK_BYTES = 1024 * 1024
export const DOWNLOAD_SPARE_CHUNKS = 32

/** What a subscription holds for a slow consumer before it falls back to the latest state: some hundred changes. */
export const SUBSCRIPTION_BACKLOG_BYTES = 256 * 1024
/** The same of a group's or an account's stream: all that several hundred tasks go through at once. */
export const FEED_BACKLOG_BYTES = 4 * 1024 * 1024
/** Tasks whose latest state a lagging stream holds; far more than any account has under way. Beyond, it is closed. */
export const FEED_TASKS_MAX = 1000
/** Changes left out that a lagging stream remembers, and changes above the mark that a cursor does; a cursor of some 3 KB. */
export const FEED_PASSED_MAX = 1000
export const CURSOR_IDS_MAX = 1000
/** Missed changes are read so many at a time, some 2 MB. */
export const MISSED_PAGE = 500
/** A cursor is too old so long before the events after it are erased. */
export const CURSOR_MARGIN_MS = 3_600_000
/** Ledger entries are read so many at a time. */
export const ENTRIES_PAGE = 100
/** How late a stream of credits may be for entries without an event: one statement for all watched accounts. */
export const ENTRIES_MS = 1000
/** Guards of a socket (docs/decisions/push.md#guards-of-a-socket). */
export const SOCKET_MESSAGE_MAX_BYTES = 64 * 1024
export const SOCKET_OPERATIONS_MAX = 50
export const SOCKET_INIT_TIMEOUT_MS = 3000
export const SOCKET_KEEPALIVE_MS = 12_000
export const SOCKETS_PER_KEY = 5000
/** Event streams by either door: each holds a connection, as a socket does. */
export const EVENT_STREAMS_PER_KEY = 5000
/** How long a tool waits for a video: less than the minute after which stock MCP clients give up, unless asked otherwise. */
export const TOOL_WATCH_S = { default: 45, max: 300 } as const
/** What a client that lost its stream waits before it comes back; browsers would wait three seconds. */
export const EVENTS_RETRY_MS = 1000
/** A line for proxies that cut what is silent (HTML standard, 9.2.7: every 15 seconds or so). */
export const EVENTS_KEEPALIVE_MS = 15_000
/** A reader that takes nothing for so long is cut off; one on a poor network is back within it. */
export const EVENTS_STALL_MS = 30_000

/** A cached caller is at most this old (docs/decisions/doors.md#cached-keys). */
export const CALLER_CACHE_MS = 1000
export const CALLER_CACHE_SIZE = 10_000
/** Enough to load a page and play a video, of little use in a log (docs/rules/keys.md#read-tokens). */
export const READ_TOKEN_SECONDS = 900

/** How often the ledger is proved, at most so many accounts and so long at a time (docs/rules/money.md#audit). */
export const AUDIT_MS = 60_000
export const AUDIT_BATCH = 5000
export const AUDIT_BUDGET_MS = 10_000

/** A client that was away longer gets the current state (docs/decisions/push.md#retention-and-resume). */
export const EVENT_RETENTION_DAYS = 7
/** Progress of an ended task is thinned this long after its end. A reader that lost its stream has resumed by then. */
export const THIN_AFTER_MS = 3_600_000
/** How often the log is looked at for what is due. */
export const EVENT_EXPIRY_MS = 300_000
/**
 * Thinned each time is what is not much older than due. Of tasks that took longer, or of an outage, what is left goes with a
 * look at all that is kept: seven seconds of work for a hundred thousand tasks, 24 ms at a time.
 */
export const THIN_SWEEPS = { recentMs: 2 * 3_600_000, wholeMs: 24 * 3_600_000 } as const

/** Idempotency keys are kept for 24 hours; older ones are erased this often. */
export const KEY_EXPIRY_MS = 300_000

/** Creates and calls are counted by the minute (docs/rules/limits.md#rates). */
export const RATE_WINDOW_MS = 60_000
/** How far processes may lag behind each other's counts of calls. */
export const RATE_RECONCILE_MS = 1000

/** Spec 2.3: a file and its bytes live for 24 hours. */
export const FILE_HOURS = 24
/** How long after its expiry a file is distinguished from an unknown one (docs/rules/files.md#expiry). */
export const FILE_TOMBSTONE_DAYS = 7
/** What file systems allow a name, roughly. */
export const FILENAME_MAX = 255
/** What a form may have beside its file: the other field, part headers, boundaries, a preamble. */
export const UPLOAD_FORM_MAX_BYTES = 1024 * 1024
/** An upload holds its key by a lease, renewed while bytes arrive, which outlives a renewal that fails. */
export const UPLOAD_LEASE_SECONDS = 60
export const UPLOAD_RENEW_MS = 20_000
/**
 * How much longer than its refusal a body is listened to, so that the answer reaches a client that still sends: a closed
 * connection would be reset, and the answer lost with it. As nginx does (lingering_close).
 */
export const DRAIN_MAX_BYTES = 64 * 1024 * 1024
export const DRAIN_MS = 10_000
/** Bytes are gone within two minutes after their time (docs/decisions/storage.md#retention). */
export const FILE_EXPIRY_MS = 30_000
/** Bytes stay so much longer than their file, for a create that began to read it in its last moment. */
export const FILE_EXPIRY_MARGIN_MS = 60_000
/** Older bytes without a row are a crash's; no upload takes so long between its last byte and its row. */
export const ORPHAN_AGE_MS = 3_600_000

/** Caps by kind; a megabyte is 1024 × 1024, the larger of its two meanings (docs/rules/files.md#upload). */
export const IMAGE_MAX_BYTES = 30 * 1024 * 1024
export const AUDIO_MAX_BYTES = 50 * 1024 * 1024
export const VIDEO_MAX_BYTES = 200 * 1024 * 1024
/** Pixels of an image, and of each picture of a video, of which a decoder holds many at once: 8K has 33 million. */
export const MEDIA_MAX_PIXELS = { image: 100_000_000, video: 36_000_000 } as const
