/** What the probe keeps to; what callers meet is in `../limits.ts`. */

/** A duration of a day or longer means a wrong header; usable material is at most 15 s long. */
export const MEDIA_MAX_MS = 24 * 3_600_000
/** Bytes by which a kind is recognised: an mp3 may begin with a tag, or with part of a frame. */
export const MEDIA_HEAD_BYTES = 16 * 1024
/** An honest file is read within a second, the worst that could be made took five. */
export const PROBE_MS = 20_000
/**
 * Processes that probe, and what each may take in megabytes: at all, of V8's heap, and between two files, or it is replaced. One
 * holds 90 at rest, so the second is there only while several accounts send files.
 */
export const PROBES = { processes: 2, memoryMb: 512, heapMb: 64, heldMb: 200, idleMs: 60_000 } as const
/** Received files that wait for one, each on the disk meanwhile. */
export const PROBES_WAITING = { own: 64, all: 512 } as const
/** Boxes of an mp4 at one level, and its tracks: an hour in fragments of a tenth of a second has 72,000. */
export const MP4_BOXES_MAX = 200_000
export const MP4_TRACKS_MAX = 64
