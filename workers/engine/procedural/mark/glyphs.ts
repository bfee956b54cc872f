/**
 * Capital letters, digits and signs as lines, so that a watermark looks the same on machines without fonts. A point is two
 * hexadecimal digits, x and y: 8 wide and 12 high, y downwards. Spaces join points into a line, `|` separates lines.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0c 40 8c|18 78',
  B: '06 56 78 7a 5c 0c 00 50 72 74 56',
  C: '82 60 20 02 0a 2c 6c 8a',
  D: '00 40 82 8a 4c 0c 00',
  E: '70 00 0c 7c|06 66',
  F: '70 00 0c|06 66',
  G: '82 60 20 02 0a 2c 6c 8a 87 57',
  H: '00 0c|80 8c|06 86',
  I: '00 0c',
  J: '60 6a 4c 2c 0a',
  K: '00 0c|80 06 8c',
  L: '00 0c 7c',
  M: '0c 00 47 80 8c',
  N: '0c 00 8c 80',
  O: '30 50 82 8a 5c 3c 0a 02 30',
  P: '0c 00 60 82 85 67 07',
  Q: '30 50 82 8a 5c 3c 0a 02 30|59 8c',
  R: '0c 00 60 82 85 67 07|47 8c',
  S: '82 60 20 02 04 26 66 88 8a 6c 2c 0a',
  T: '00 80|40 4c',
  U: '00 0a 2c 6c 8a 80',
  V: '00 4c 80',
  W: '00 2c 44 6c 80',
  X: '00 8c|80 0c',
  Y: '00 46 80|46 4c',
  Z: '00 80 0c 8c',
  0: '20 50 72 7a 5c 2c 0a 02 20',
  1: '02 20 2c',
  2: '02 20 50 72 74 0c 7c',
  3: '02 20 50 72 74 56 26|56 78 7a 5c 2c 0a',
  4: '6c 60 08 88',
  5: '70 00 05 55 77 7a 5c 2c 0a',
  6: '72 50 20 02 0a 2c 5c 7a 78 56 06',
  7: '00 70 2c',
  8: '26 04 02 20 50 72 74 56 26 08 0a 2c 5c 7a 78 56',
  9: '0a 2c 5c 7a 72 50 20 02 04 26 76',
  ' ': '',
  '.': '0c 0c',
  ',': '1b 0e',
  ':': '04 04|0c 0c',
  '-': '06 46',
  _: '0c 7c',
  '/': '0c 50',
  '|': '00 0c',
  '+': '06 66|33 39',
  '&': '8c 13 20 40 52 53 08 0a 2c 4c 87',
  '@': '64 44 36 37 48 68|64 68 88 82 60 20 02 0a 2c 7c',
  '(': '20 02 0a 2c',
  ')': '00 22 2a 0c',
  '©': '30 50 82 8a 5c 3c 0a 02 30|64 44 35 37 48 68',
  '·': '06 06',
  "'": '00 03',
  '!': '00 08|0c 0c',
  '?': '02 20 50 72 74 47 48|4c 4c',
}

/** A line from one point to another; the height of a capital letter is 1. */
export type Stroke = readonly [x0: number, y0: number, x1: number, y1: number]

const UNIT = 12
/** Between letters, and for a space. */
const GAP = 4
const SPACE = 5

/** The lines of a text from its left upper corner, and its width. */
export function strokesOf(text: string): { readonly strokes: readonly Stroke[]; readonly width: number } {
  const strokes: Stroke[] = []
  let left = 0
  for (const letter of text.toUpperCase()) {
    const lines = (GLYPHS[letter] ?? '').split('|').map(pointsOf)
    for (const line of lines) {
      for (const [i, [x, y]] of line.slice(1).entries()) {
        const [fromX, fromY] = line[i] ?? [x, y]
        strokes.push([(left + fromX) / UNIT, fromY / UNIT, (left + x) / UNIT, y / UNIT])
      }
    }
    const widest = Math.max(...lines.flat().map(([x]) => x), 0)
    left += letter === ' ' ? SPACE : widest + GAP
  }
  return { strokes, width: Math.max(0, left - GAP) / UNIT }
}

/** Whether a text can be drawn. */
export const isDrawable = (text: string): boolean => [...text.toUpperCase()].every((letter) => letter in GLYPHS)

function pointsOf(line: string): (readonly [x: number, y: number])[] {
  const points = line === '' ? [] : line.split(' ')
  return points.map((point) => [Number.parseInt(point[0] ?? '0', 16), Number.parseInt(point[1] ?? '0', 16)])
}
