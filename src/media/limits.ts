/** Limits of the probe; limits for callers are in `../limits.ts`. */

/** A duration of a day or longer means a wrong header; usable material is at most 15 s long. */
export const MEDIA_MAX_MS = 24 * 3_600_000
/** Bytes that identify a kind: an mp3 may begin with a tag, or with part of a frame. */
export const MEDIA_HEAD_BYTES = 16 * 1024
/** A normal file takes less than a second; the worst test file took five. */
export const PROBE_MS = 20_000
/**
 * Probe processes, and the memory limits of each in megabytes: in total, for V8's heap, and after a file. A process that uses
 * more after a file is replaced. An idle process uses 90 MB, so the second one runs only while several accounts send files.
 */
export const PROBES = { processes: 2, memoryMb: 512, heapMb: 64, heldMb: 200, idleMs: 60_000 } as const
/** Received files that wait for a process. Each is on disk meanwhile. */
export const PROBES_WAITING = { own: 64, all: 512 } as const
/** Maximum boxes of an mp4 at one level, and its tracks: an hour in fragments of a tenth of a second has 72,000 boxes. */
export const MP4_BOXES_MAX = 200_000
export const MP4_TRACKS_MAX = 64
/** Maximum pixels of a thumbnail: a third-party engine might make it as large as the video. */
export const THUMBNAIL_PIXELS = 16_000_000
