import { type Box, boxesIn, boxIn, fieldAt } from './boxes.ts'
import type { FileBytes } from './bytes.ts'
import type { Size } from './canvas.ts'
import { type Matrix, readMatrix } from './display.ts'
import { secondsShown, secondsShownOfFragments } from './edits.ts'
import { addTable, createExtentCounter, type Extent, type ExtentCounter } from './extent.ts'
import { addFragments } from './fragments.ts'
import { MP4_TRACKS_MAX } from './limits.ts'
import { samplesWithin } from './sample-table.ts'
import { isLong, readTrack, type Track } from './track.ts'

/** Contents of an mp4 or mov. */
export interface Movie {
  readonly isEncrypted: boolean
  /** Coded pixels of the largest frames in the file, in shown and hidden tracks. */
  readonly pixels: number
  /** Samples of all tracks together. */
  readonly samples: number
  /** `frames` and `coded` are of the same track as the size. */
  readonly video: (Taken & { readonly size: Size; readonly coded: Size; readonly frames: number }) | null
  readonly audio: Taken | null
}

interface Taken {
  readonly seconds: number
  /** Whether all codecs of these tracks are accepted. */
  readonly isTaken: boolean
}

/**
 * Reads the contents of an mp4 or mov from its sample tables, never from the durations in its headers. Null if the movie's
 * description is incomplete, or if bytes that it describes are missing.
 *
 * Our own reader instead of mediabunny's. A test checks that both agree except on the following. Mediabunny builds one object
 * per sample, as many as a header claims: a file of 542 bytes fills any heap, and V8 may end the whole process for it. With
 * several fragments it trusts the last one; if the movie box has samples too, as with FFmpeg's `frag_keyframe`, it reads no
 * fragment (2 s of 9). It includes parts that an edit cuts off, counts samples whose bytes are missing, and does not
 * recognise files without `ftyp`.
 */
export function readMovie(file: FileBytes, isForSound: boolean): Movie | null {
  const { read, size } = file
  const moov = boxIn(read, { start: 0, end: size }, 'moov')
  if (!moov || moov.isCut) return null
  const header = boxIn(read, moov, 'mvhd')
  const matrix = header ? readMatrix(read, header.start + (isLong(file, header) ? 48 : 36)) : UPRIGHT
  const movieScale = header ? fieldAt(read, header.start + (isLong(file, header) ? 20 : 12)) : 0
  const tracks = readTracks(file, moov, matrix)
  if (!tracks) return null
  const counted: CountedTrack[] = []
  for (const track of tracks) {
    const samples = samplesWithin(track.samples, size)
    if (samples === null) return null
    const counter = createExtentCounter()
    addTable(counter, track.samples, samples)
    counted.push({ ...track, counter })
  }
  const mvex = boxIn(read, moov, 'mvex')
  if (mvex) addFragments(file, mvex, new Map(counted.map(({ id, counter }) => [id, counter])))
  const shown = counted.flatMap(({ counter, ...track }) => {
    const extent = counter.extent()
    const { edits, timescale } = track
    const seconds = mvex
      ? secondsShownOfFragments(extent, edits, timescale)
      : secondsShown(extent, edits, { track: timescale, movie: movieScale })
    return extent.samples > 0 ? [{ ...track, extent, seconds }] : []
  })
  return {
    isEncrypted: tracks.some(({ isEncrypted }) => isEncrypted),
    pixels: Math.max(0, ...tracks.map(({ pixels }) => pixels)),
    samples: shown.reduce((sum, { extent }) => sum + extent.samples, 0),
    ...chosen(shown, isForSound),
  }
}

interface CountedTrack extends Track {
  readonly counter: ExtentCounter
}

const UPRIGHT: Matrix = [1, 0, 0, 1]

function readTracks(file: FileBytes, moov: Box, matrix: Matrix): Track[] | null {
  const tracks: Track[] = []
  let count = 0
  for (const box of boxesIn(file.read, moov.start, moov.end)) {
    if (box.type !== 'trak') continue
    if (++count > MP4_TRACKS_MAX) return null
    const track = readTrack(file, box, matrix)
    if (track) tracks.push(track)
  }
  return tracks
}

interface ShownTrack extends Track {
  readonly extent: Extent
  readonly seconds: number
}

/** The size of the first enabled track, and the longest duration of all: derived files use no more than that. */
function chosen(tracks: readonly ShownTrack[], isForSound: boolean): Pick<Movie, 'video' | 'audio'> {
  const all = (of: readonly ShownTrack[]): Taken => ({
    seconds: Math.max(...of.map(({ seconds }) => seconds)),
    isTaken: of.every((track) => track.isTaken),
  })
  const chapters = new Set(tracks.flatMap((track) => track.chapters))
  // Artwork beside sound is one image, or the images of chapters; it does not make the file a video.
  const isArtwork = ({ id, isStills, extent }: ShownTrack) =>
    chapters.has(id) || (isStills && (isForSound || extent.samples === 1))
  const sounds = tracks.filter(({ kind }) => kind === 'audio')
  const videos = tracks.filter(
    (track) => track.kind === 'video' && track.size && (sounds.length === 0 || !isArtwork(track)),
  )
  const first = videos.find(({ isEnabled }) => isEnabled) ?? videos[0]
  return {
    video: first?.size ? { ...all(videos), size: first.size, coded: first.coded, frames: first.extent.samples } : null,
    audio: sounds.length > 0 ? all(sounds) : null,
  }
}
