import { useRef, useState } from 'react'
import styles from './card-film.module.css'
import { usePoster } from './use-poster.ts'
import { useVideo } from './use-video.ts'
import type { Work } from './works.ts'

/** The finished film's picture; it plays, muted, for as long as it is pointed at. */
export function CardFilm({ work }: { readonly work: Work }) {
  const isThere = work.output?.videoUri != null
  const poster = usePoster(work.id, isThere)
  const { address, renew } = useVideo(work)
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  const begin = async () => setPlaying(address ?? (await renew()))
  return (
    <div className={styles.film} onPointerEnter={isThere ? begin : undefined} onPointerLeave={() => setPlaying(null)}>
      {poster ? <img src={poster} alt="" /> : null}
      {playing ? <video ref={film} src={playing} muted loop playsInline autoPlay /> : null}
    </div>
  )
}
