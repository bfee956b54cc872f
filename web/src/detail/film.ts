import { FPS } from '../../../src/media/frames.ts'

/** The film at an address, as a file to upload. @throws Error if it cannot be read */
export async function readFilm(address: string, id: string): Promise<File> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the film was answered with ${answer.status}`)
  return new File([await answer.blob()], `${id}.mp4`, { type: 'video/mp4' })
}

/** The last frame of a film, as a file to upload. @throws Error if the browser cannot show the film */
export async function lastFrameOf(film: File): Promise<File> {
  const address = URL.createObjectURL(film)
  try {
    const video = document.createElement('video')
    video.muted = true
    video.preload = 'auto'
    await happened(video, 'loadeddata', () => {
      video.src = address
    })
    // In the middle of the last frame.
    await happened(video, 'seeked', () => {
      video.currentTime = video.duration - 0.5 / FPS
    })
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const picture = await canvas.convertToBlob({ type: 'image/png' })
    return new File([picture], film.name.replace(/\.mp4$/, '.png'), { type: 'image/png' })
  } finally {
    URL.revokeObjectURL(address)
  }
}

function happened(video: HTMLVideoElement, event: string, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('the film cannot be shown')), { once: true })
    begin()
  })
}
