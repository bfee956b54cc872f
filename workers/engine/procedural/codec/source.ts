import { MEDIA_MAX_PIXELS } from '../../../../src/limits.ts'
import { DECODERS } from '../../../../src/media/codecs.ts'
import { FPS } from '../../../../src/media/frames.ts'
import { Unreadable, type VideoSettings } from './codec.ts'

/** Formats that FFmpeg may detect in a file: it must not follow a playlist or script that poses as an mp4. */
export type Allowed = Readonly<Record<string, string>>

/** The largest frame that a decoder may make, whatever size the container claims, and the allowed decoders. */
export const DECODING: Allowed = { codec_whitelist: DECODERS, max_pixels: String(MEDIA_MAX_PIXELS.video) }
/** In a caller's file. */
export const MATERIAL: Allowed = { format_whitelist: 'mov,mp3,wav,flac', protocol_whitelist: 'file', ...DECODING }
/** In a video that an engine made. */
export const MADE: Allowed = { format_whitelist: 'mov,matroska', protocol_whitelist: 'file', ...DECODING }

/** Properties of a video's frames from its container, read as in the upload's probe. */
export interface VideoSource {
  /** Id of the track in its file. */
  readonly id: number
  /** Clockwise rotation to upright. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Upright, pixel aspect applied. */
  readonly width: number
  readonly height: number
  /** Whether the file has tags for its colour space. */
  readonly coloured: boolean
}

export async function readSource(path: string): Promise<VideoSource> {
  // Loaded with the first video only: most renders have none.
  const { FilePathSource, Input, MP4, QTFF } = await import('mediabunny')
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
 * The filter chain for both ways to use FFmpeg: 24 frames a second from the first one, cropped centrally to the ratio of the
 * canvas, scaled, rotated upright, BT.709. Cropping first is cheapest. All sizes before the rotation are those of the unrotated
 * frame.
 */
export function videoFilters(source: VideoSource, settings: VideoSettings): string {
  const lying = source.rotation % 180 !== 0
  const [width, height] = lying ? [settings.height, settings.width] : [settings.width, settings.height]
  const ratio = lying ? source.height / source.width : source.width / source.height
  const across = Math.min(1, width / height / ratio)
  const down = Math.min(1, (ratio * height) / width)
  // As in players, the height decides the colour space of untagged video.
  const from = source.coloured ? '' : `:in_color_matrix=${source.height > 576 ? 'bt709' : 'smpte170m'}`
  const { faithful } = settings
  const scaler = faithful ? 'lanczos' : 'bicubic'
  return [
    // The fps filter rounds to the nearest time. Almost half a frame later, no frame is used before its own time.
    faithful ? `setpts=(PTS-STARTPTS)*${faithful.stretch.toFixed(9)}+0.45/${FPS}/TB` : 'setpts=PTS-STARTPTS',
    `fps=${FPS}`,
    `crop=iw*${across.toFixed(6)}:ih*${down.toFixed(6)}`,
    `scale=${width}:${height}:flags=${scaler}+accurate_rnd+bitexact${from}:out_color_matrix=bt709:out_range=tv`,
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
