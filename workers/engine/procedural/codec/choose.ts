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
