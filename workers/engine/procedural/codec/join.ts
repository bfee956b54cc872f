import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { FPS } from '../../../../src/media/frames.ts'
import { EngineFailure } from '../../failure.ts'

/** Copies the first frames, and the sound of their time, as they are coded. */
export async function join(video: InputVideoTrack, sound: InputAudioTrack | null, to: string, frames: number) {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(to) })
  const [decoderConfig, codec] = [await video.getDecoderConfig(), await sound?.getCodec()]
  if (!decoderConfig) throw new EngineFailure('the video has no codec description', { retry: true })
  const pictures = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(pictures, { frameRate: FPS })
  const heard = codec ? new EncodedAudioPacketSource(codec) : null
  if (heard) output.addAudioTrack(heard)
  await output.start()
  const copyPictures = async () => {
    let left = frames
    for await (const packet of new EncodedPacketSink(video).packets()) {
      if (left-- === 0) break
      await pictures.add(packet, { decoderConfig })
    }
    pictures.close()
  }
  const copySound = async () => {
    const config = await sound?.getDecoderConfig()
    if (!sound || !heard || !config) return
    for await (const packet of new EncodedPacketSink(sound).packets()) {
      if (packet.timestamp >= frames / FPS) break
      await heard.add(packet, { decoderConfig: config })
    }
    heard.close()
  }
  await Promise.all([copyPictures(), copySound()])
  await output.finalize()
  return to
}
