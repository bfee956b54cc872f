import { keepDoing, type Target, upload } from '../attack.ts'
import { pictureOf } from '../picture.ts'

const AT_ONCE = 40

export const largestPicture = () => pictureOf(10_000)

/** As many images at once as an account may queue, each of the maximum size. */
export async function largePictures(target: Target): Promise<void> {
  const picture = await largestPicture()
  await keepDoing(target, { atOnce: AT_ONCE, pauseMs: 0 }, () => upload(target, picture, 'large.png'))
}
