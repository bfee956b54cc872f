/** Display-referred red, green, blue, 0..1. */
export type Rgb = readonly [number, number, number]

export function hex(code: string): Rgb {
  const value = Number.parseInt(code, 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function mixRgb(from: Rgb, to: Rgb, amount: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * amount,
    from[1] + (to[1] - from[1]) * amount,
    from[2] + (to[2] - from[2]) * amount,
  ]
}

// BT.709, limited range. Planes have six fractional bits until the last pass dithers them.
export const FRACTION = 64

export function lumaOf(r: number, g: number, b: number): number {
  return 16 + 219 * (0.2126 * r + 0.7152 * g + 0.0722 * b)
}

export function blueOf(r: number, g: number, b: number): number {
  return 128 + 224 * (-0.114572 * r - 0.385428 * g + 0.5 * b)
}

export function redOf(r: number, g: number, b: number): number {
  return 128 + 224 * (0.5 * r - 0.454153 * g - 0.045847 * b)
}

/** RGB bytes of an I420 frame; each chroma sample applies to its four pixels. */
export function rgbOf(i420: Uint8Array, width: number, height: number): Uint8Array {
  const rgb = new Uint8ClampedArray(width * height * 3)
  const half = width >> 1
  const blue = width * height
  const red = blue + (blue >> 2)
  for (let row = 0, to = 0; row < height; row++) {
    for (let x = 0; x < width; x++, to += 3) {
      const at = (row >> 1) * half + (x >> 1)
      const y = ((i420[row * width + x] as number) - 16) * 1.164384
      const u = (i420[blue + at] as number) - 128
      const v = (i420[red + at] as number) - 128
      rgb[to] = y + 1.792741 * v
      rgb[to + 1] = y - 0.213249 * u - 0.532909 * v
      rgb[to + 2] = y + 2.112402 * u
    }
  }
  return new Uint8Array(rgb.buffer)
}
