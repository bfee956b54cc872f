/** Canvas sizes of spec 2.2, in its order: on a tie `auto` takes the earlier row. */
export const CANVASES = {
  '16:9': { width: 1344, height: 768 },
  '9:16': { width: 768, height: 1344 },
  '1:1': { width: 768, height: 768 },
  '4:3': { width: 1024, height: 768 },
  '3:4': { width: 768, height: 1024 },
  '21:9': { width: 1536, height: 672 },
} as const

export type AspectRatio = keyof typeof CANVASES

export const ASPECT_RATIOS = Object.keys(CANVASES) as [AspectRatio, ...AspectRatio[]]

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The canvas nearest by |log(ratio)| to upright pixels (docs/rules/material.md#canvas). Without visual material: 16:9. Compares
 * |log(a/b)| by max(a,b)/min(a,b), which cross-multiplies into integers.
 */
export function nearestCanvas(pixels: Size | null): AspectRatio {
  if (!pixels) return '16:9'
  let best: AspectRatio = '16:9'
  let bestHigh = 0n
  let bestLow = 0n
  for (const ratio of ASPECT_RATIOS) {
    const canvas = CANVASES[ratio]
    const a = BigInt(pixels.width) * BigInt(canvas.height)
    const b = BigInt(pixels.height) * BigInt(canvas.width)
    const [low, high] = a < b ? [a, b] : [b, a]
    if (bestLow === 0n || high * bestLow < bestHigh * low) {
      best = ratio
      bestHigh = high
      bestLow = low
    }
  }
  return best
}
