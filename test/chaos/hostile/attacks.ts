import type { Attack } from './attack.ts'
import { crashes, fatalPicture } from './attacks/crashes.ts'
import { heldBodies } from './attacks/held-bodies.ts'
import { introspection } from './attacks/introspection.ts'
import { largePictures, largestPicture } from './attacks/large-pictures.ts'
import { longLists } from './attacks/long-lists.ts'
import { pings } from './attacks/pings.ts'
import { slowReaders } from './attacks/slow-readers.ts'
import { vastPictures } from './attacks/vast-pictures.ts'

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow-readers': { about: '200 readers of large answers who do not read', run: slowReaders },
  introspection: { about: 'the schema 29 times in a query, without a key', run: introspection },
  'long-lists': { about: 'bodies with 80,000 items and 22,000 fields', run: longLists },
  'vast-pictures': { about: 'films with pictures of 2 GB', run: vastPictures, never: ['201'] },
  crashes: { about: 'decoders that crash', prepare: fatalPicture, run: crashes, never: ['secret'] },
  'held-bodies': { about: '2,000 bodies held back, with a wrong key', run: heldBodies },
  pings: { about: '100,000 pings of a socket without a key', run: pings },
  'large-pictures': { about: '40 pictures of 100 megapixels at once', prepare: largestPicture, run: largePictures },
}
