import { type Codec, Unreadable, type VideoSettings } from '../codec/codec.ts'

/** The frames of a video, requested in rising order. The next one is decoded ahead. */
export interface Reel {
  /** I420; the last available frame if the video turns out shorter. @throws Unreadable if fewer than half of the frames exist */
  at(index: number): Promise<Uint8Array>
  /** Ends the decoder. */
  close(): Promise<void>
}

export function openReel(codec: Codec, path: string, settings: VideoSettings): Reel {
  const pictures = codec.decodeVideo(path, settings)
  const next = () => {
    const coming = pictures.next()
    // The next await throws it; until then it would count as unhandled.
    coming.catch(() => {})
    return coming
  }
  let coming = next()
  let picture: Uint8Array | null = null
  let count = 0
  let ended = false
  return {
    async at(index) {
      while (count <= index && !ended) {
        const { value, done } = await coming
        if (done) {
          ended = true
          if (count * 2 < settings.frames) throw new Unreadable(`only ${count} of ${settings.frames} pictures`)
        } else {
          picture = value
          count++
          coming = next()
        }
      }
      if (!picture) throw new Unreadable('no picture could be decoded')
      return picture
    },
    async close() {
      await pictures.return(undefined)
    },
  }
}
