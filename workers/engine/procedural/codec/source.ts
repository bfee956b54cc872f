import { FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import { MEDIA_MAX_PIXELS } from '../../../../src/limits.ts'
import { DECODERS } from '../../../../src/media/codecs.ts'
import { FPS } from '../../../../src/media/frames.ts'
import { Unreadable, type VideoSettings } from './codec.ts'

/** What FFmpeg is allowed to find in a file: a playlist or a script that passes for an mp4 must not be followed. */
export type Allowed = Readonly<Record<string, string>>

/** The pictures that a decoder may make, whatever the container says of their size, and the decoders that there are. */
export const DECODING: Allowed = { codec_whitelist: DECODERS, max_pixels: String(MEDIA_MAX_PIXELS.video) }
/** In a caller's file. */
export const MATERIAL: Allowed = { format_whitelist: 'mov,mp3,wav,flac', protocol_whitelist: 'file', ...DECODING }
/** In a video that an engine made. */
export const MADE: Allowed = { format_whitelist: 'mov,matroska', protocol_whitelist: 'file', ...DECODING }

/** What the container says of a video's picture; read the way the upload was probed. */
export interface VideoSource {
  /** Of the track in its file. */
  readonly id: number
  /** Clockwise, to stand upright. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Upright, pixel aspect applied. */
  readonly width: number
  readonly height: number
  /** Whether the file says how its colours are coded. */
  readonly coloured: boolean
}

export async function readSource(path: string): Promise<VideoSource> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Unreadable('no video track')
    const { matrix } = await track.getColorSpace()
    return {
      id: track.id,
      rotation: await track.getRotation(),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      coloured: matrix !== undefined && matrix !== null,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof Unreadable) throw error
    throw new Unreadable(String(error))
  }
}

/**
 * The chain for both ways to FFmpeg: 24 pictures a second from the first one on, the middle of the picture in the canvas's
 * ratio, scaled, turned upright, BT.709. Cropping first costs least; all sizes before the turn are those of a lying frame.
 */
export function videoFilters(source: VideoSource, settings: VideoSettings): string {
  const lying = source.rotation % 180 !== 0
  const [width, height] = lying ? [settings.height, settings.width] : [settings.width, settings.height]
  const ratio = lying ? source.height / source.width : source.width / source.height
  const across = Math.min(1, width / height / ratio)
  const down = Math.min(1, (ratio * height) / width)
  // Untagged colours are guessed by height as players do.
  const from = source.coloured ? '' : `:in_color_matrix=${source.height > 576 ? 'bt709' : 'smpte170m'}`
  return [
    'setpts=PTS-STARTPTS',
    `fps=${FPS}`,
    `crop=iw*${across.toFixed(6)}:ih*${down.toFixed(6)}`,
    `scale=${width}:${height}:flags=bicubic+accurate_rnd+bitexact${from}:out_color_matrix=bt709:out_range=tv`,
    'format=yuv420p',
    ...TURNS[source.rotation],
    'setsar=1',
  ].join(',')
}

const TURNS = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
} as const
