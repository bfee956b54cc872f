/** The engine's uses of FFmpeg: embedded (node-av) or spawned. */
export interface Codec {
  openEncoder(settings: EncoderSettings): Promise<Encoder>
  /** Copies the streams into an mp4 with moov first and a comment; nothing is encoded again. */
  remux(from: string, to: string, comment: string): Promise<void>
  /** The frame with that number, counted from 0, as RGB bytes. */
  pictureAt(path: string, index: number): Promise<Picture>
  /** Lanczos; sound is copied. */
  upscale(from: string, to: string, settings: UpscaleSettings): Promise<void>
  /**
   * Frames of a video from its first, at 24 a second, upright, as I420, cropped centrally to fill the size. Damaged frames are
   * left out. @throws Unreadable
   */
  decodeVideo(path: string, settings: VideoSettings): AsyncGenerator<Uint8Array>
  /** 48 kHz, left and right, from the first sample, at most `samples`. @throws Unreadable */
  decodeAudio(path: string, samples: number): Promise<Clip>
}

export interface EncoderSettings {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Preset of x264. */
  readonly preset: string
  /** x264's constant rate factor, lower for more quality; CRF if absent. */
  readonly crf?: number
  /** Called once for each frame; null for a silent video. */
  readonly sound: Sound | null
}

/** The next 2000 samples (one frame's duration at 48 kHz): the left channel, then the right. */
export type Sound = () => Float32Array

export interface Encoder {
  /** I420. The buffer may be overwritten once the promise has settled. */
  write(picture: Uint8Array): Promise<void>
  finish(): Promise<void>
}

export interface UpscaleSettings {
  readonly factor: 2 | 3
  readonly frames: number
  readonly preset: string
  readonly onProgress: (fraction: number) => void
}

export interface VideoSettings {
  readonly width: number
  readonly height: number
  /** The maximum number of frames. */
  readonly frames: number
  /** Lanczos, and the frames that a player shows at each time, with all times multiplied by `stretch`. */
  readonly faithful?: { readonly stretch: number }
}

export type Clip = readonly [left: Float32Array, right: Float32Array]

/** The file itself is the cause: it is damaged, or of a kind that cannot be decoded. */
export class Unreadable extends Error {}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

export const SAMPLE_RATE = 48000
export const SAMPLES_PER_PICTURE = 2000
export const COMMENT = 'vidgate embedded renderer'
export const CRF = 20
/** Two seconds between keyframes, for seeking. */
export const KEY_INTERVAL = 48

/**
 * 8×8 transforms stay on: without them `ultrafast` writes a Baseline stream. AQ 3 spends more bits on dark gradients, so that
 * skies do not band.
 */
export const X264_PARAMS = '8x8dct=1:aq-mode=3'
