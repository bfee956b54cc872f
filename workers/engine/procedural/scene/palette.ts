import { hex, mixRgb, type Rgb } from '../pixels/colour.ts'

export const MOODS = ['sunset', 'dawn', 'day', 'night', 'storm', 'snow', 'desert', 'aurora', 'neon'] as const

export type Mood = (typeof MOODS)[number]

const NAMES = [
  'zenith',
  'upper',
  'lower',
  'horizon',
  'sun',
  'glow',
  'cloudLit',
  'cloudShade',
  'haze',
  'rockLit',
  'rockShade',
  'snowLit',
  'snowShade',
  'leafLit',
  'leafShade',
  'soilLit',
  'soilShade',
  'water',
] as const

export type Palette = Readonly<Record<(typeof NAMES)[number], Rgb>>

/** Two palettes of each mood, in the order of NAMES; a scene mixes the two. */
const TABLE: Readonly<Record<Mood, readonly [string, string]>> = {
  sunset: [
    '1d1f52 6b3273 e0605a ffb568 fff2cf ffa84f ffab72 5d3a6e f3a070 8a5560 3d2a52 ffc5a8 7b5a86 5a3a4a 1a1330 8a5848 2c1c3c 2a2148',
    '152a5c 4a4a8a e87a5c ffc97c fff6dc ff9a4a ffc08a 62507f f0ab82 8f6a6a 3a3458 ffd2b4 8474a0 56404a 18162f 94684e 2e2444 24305a',
  ],
  dawn: [
    '3f6aa8 8fa9cf f3c4b4 ffe3bf fff8e2 ffd09a ffe4d2 9c9ab8 f6d9c6 9a8a94 566184 fff0e4 9fb0d0 6b7458 2c3a44 a39670 4d5a58 4f7396',
    '4b5f9e a79cc8 f6b8b0 ffdcae fff4dc ffc08c ffdccb a394bd f2cfc4 9c848e 5a5a80 ffeade a8a9d0 70705a 303a48 a8906e 555a5a 566f9a',
  ],
  day: [
    '1f5fae 4b93d8 9cc9ee dcedf5 fffdf0 fff0c8 ffffff a9bcd2 c9dfee 9a9488 55647a ffffff a9c0dc 6f9a4e 23482f 8fae58 3f6b3c 2f6e93',
    '2568a8 5aa2d4 b0d8ea eaf2e8 fffcec ffe9b8 fffdf6 b3c0cf d4e2e4 a3968a 5d6876 ffffff b2c5da 84a04e 2c4c30 a0b060 4a6f3e 2c7a8c',
  ],
  night: [
    '050a1e 0c1a3e 1d3463 3c5a86 f4f1e2 8fa8d8 5a6c96 131c38 2f4a75 4a5f88 131c38 a9bde0 33486f 1e3040 060c1a 2b3d58 0b1428 0a1630',
    '080820 151a45 2b3068 51578c f6eedc a094d8 6a6a9c 171838 3d4479 565a8a 171a3a b4b6e2 3c4272 24304a 080a1c 343a5c 0e1230 10163a',
  ],
  storm: [
    '20262f 353f4b 59656f 8b9494 c8d0cc 8f9a98 87919a 262d38 77838a 5d666c 2b333d c4ccd0 6b7885 3f4c46 131b20 56604f 242d2c 2f3d48',
    '1c2530 2e3d4a 50646a 9a9c88 d8d4b8 a8a07e 929690 232b36 7c8580 625f5c 2a3038 c8ccc8 6c7680 48503f 141a1c 625f48 282c2a 2a3f46',
  ],
  snow: [
    '6f8fb4 9bb4cf c9d6e2 eef1f2 fff9ec ffe9cf ffffff b4c3d6 dde6ee 8b94a2 56657c ffffff a9bcd6 5d7480 283e4c f6f8fb a7bbd4 6c8ba6',
    '7888b8 a9b2d4 d6d0de f6e6e0 fff4e4 ffdcc4 fff8f4 b9bdd8 e4e0e8 948f9e 5b6280 fffaf6 b0b6d8 66707e 2e3a4c fbf6f4 b2b8d6 7686ac',
  ],
  desert: [
    '2a6bb0 6aa6d2 c2d6d4 f8e6c0 fffbe6 ffe7a8 fffaf0 c9bfae f2dcb4 c78e5c 84543c ffe9c8 c09a78 8a8a4e 3f4a2c f0bd74 a8623a 3f8a9a',
    '3274a8 7fb0c8 d6d8c4 ffe2b0 fff8dc ffdc94 fff4e4 ccb8a0 f6d6a8 c9805a 7d4a40 ffe2c0 bb8e74 8c864c 40462c eeaf6a 9c5438 3f8590',
  ],
  aurora: [
    '030a1c 071a30 0d3043 1d5058 f2f6ea 8fc8c0 3f6a78 0c1c2c 1f4f5c 4a7480 10222f b4dcdc 2b5566 163a3c 040d14 8fbcc4 1b3f52 06202c',
    '06071f 0d1436 182a52 2c4a6c f0f0f2 9aa8dc 4a5c88 10162f 2a4668 56688c 141c36 bcc8e8 344a78 1a2e40 050a16 98aed0 223658 0a1836',
  ],
  neon: [
    '07061a 160f38 3b1a58 7a2f78 f6e9f4 ff5fb4 5d3a78 150f30 4d2766 3a3f66 12122c b8b4e0 3c3a68 1f2a40 070812 2b2c4c 0c0c1e 0b0f28',
    '04101e 0a2040 173a62 2f6a86 e9f6f6 46c8ff 3a5a80 0c1730 1f4c6c 34486a 0e1730 b0c8e4 34486c 1c3042 050b14 26384e 0a121e 081a2c',
  ],
}

export function paletteOf(mood: Mood, variant: number): Palette {
  const [first, second] = TABLE[mood].map((row) => row.split(' ').map(hex)) as [Rgb[], Rgb[]]
  return Object.fromEntries(
    NAMES.map((name, i) => [name, mixRgb(first[i] as Rgb, second[i] as Rgb, variant)]),
  ) as unknown as Palette
}
