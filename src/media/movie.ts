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

/** What an mp4 or mov shows. */
export interface Movie {
  readonly isEncrypted: boolean
  /** Of the largest pictures in the file, shown or not, as they are coded. */
  readonly pixels: number
  /** Of all tracks together. */
  readonly samples: number
  /** `frames` and `coded` are those of the track that the size is of. */
  readonly video: (Taken & { readonly size: Size; readonly coded: Size; readonly frames: number }) | null
  readonly audio: Taken | null
}

interface Taken {
  readonly seconds: number
  /** Whether all of it is of codecs that are taken. */
  readonly isTaken: boolean
}

/**
 * Reads what is in an mp4 or mov from its tables of samples, never from the durations in its headers. Null where there is
 * no whole description of a movie, or bytes that it describes are missing.
 *
 * A reader of ours and not mediabunny's, which agrees where what follows is not at issue (a test holds both together). That
 * one builds an object a sample, as many as a header claims: a file of 542 bytes fills any heap, and V8 may end the whole
 * process for it. Of fragments it believes the last; where the movie box has samples of its own, as FFmpeg's `frag_keyframe`
 * writes it, it reads no fragment (2 s of 9). It shows what an edit cuts off, counts samples whose bytes are missing, and
 * knows no file without `ftyp`.
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

/**
 * The size is that of the first track that is switched on, the duration the longest of all: whatever is made of the file uses
 * no more than that.
 */
function chosen(tracks: readonly ShownTrack[], isForSound: boolean): Pick<Movie, 'video' | 'audio'> {
  const all = (of: readonly ShownTrack[]): Taken => ({
    seconds: Math.max(...of.map(({ seconds }) => seconds)),
    isTaken: of.every((track) => track.isTaken),
  })
  const chapters = new Set(tracks.flatMap((track) => track.chapters))
  // Artwork beside sound is one picture, or those of chapters; it makes no video of it.
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
