import { type Clip, SAMPLE_RATE, Unreadable } from './codec.ts'

/** The filter chain for both ways to use FFmpeg; it returns interleaved samples. */
export function audioFilters(samples: number): string {
  return `aresample=${SAMPLE_RATE},aformat=sample_fmts=flt:channel_layouts=stereo,atrim=end_sample=${samples}`
}

/** Separate left and right channels from the bytes of interleaved floats. */
export function clipOf(parts: readonly Uint8Array[], samples: number): Clip {
  const bytes = Buffer.concat(parts)
  const count = Math.min(samples, bytes.length >> 3)
  if (count === 0) throw new Unreadable('no sound could be decoded')
  const left = new Float32Array(count)
  const right = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    left[i] = bytes.readFloatLE(i * 8)
    right[i] = bytes.readFloatLE(i * 8 + 4)
  }
  return [left, right]
}
