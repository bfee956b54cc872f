import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { codecFor } from '../../workers/engine/procedural/codec/choose.ts'
import type { Codec } from '../../workers/engine/procedural/codec/codec.ts'

/** The codec in this process, without its log, which would mix with the results of the tests. */
export async function quietCodec(ffmpegPath: string | null = null): Promise<Codec> {
  Log.setLevel(AV_LOG_QUIET)
  return codecFor(ffmpegPath)
}
