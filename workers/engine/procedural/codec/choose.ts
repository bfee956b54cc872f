import { ConfigError } from '../../../../src/config.ts'
import type { Codec } from './codec.ts'

/** node-av is an optional dependency: it is loaded only when no ffmpeg is configured. */
export async function codecFor(ffmpegPath: string | null): Promise<Codec> {
  if (ffmpegPath !== null) {
    const { ffmpegCodec } = await import('./ffmpeg.ts')
    return ffmpegCodec(ffmpegPath)
  }
  const { boundCodec } = await import('./bound.ts')
  return boundCodec()
}

/** @throws ConfigError if there is neither a configured ffmpeg nor node-av, which an install can omit */
export function assertCodec(ffmpegPath: string | null): void {
  if (ffmpegPath !== null) return
  try {
    import.meta.resolve('node-av/lib')
  } catch (cause) {
    throw new ConfigError('No codec: node-av is not installed. Set FFMPEG_PATH to the program ffmpeg.', { cause })
  }
}
