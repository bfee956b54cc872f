import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardProgress } from '../gallery/card-progress.tsx'
import { hasEnded } from '../gallery/status.ts'
import { useFailText } from '../gallery/use-fail-text.ts'
import { usePoster } from '../gallery/use-poster.ts'
import { useVideo } from '../gallery/use-video.ts'
import type { Work } from '../gallery/works.ts'
import { ASPECTS } from '../parts/aspect.ts'
import { Notice } from '../parts/notice.tsx'
import styles from './player.module.css'

export function Player({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const failure = useFailText(work)
  const { width, height } = ASPECTS[work.aspectRatio]
  return (
    <div className={styles.stage} data-film={work.output?.videoUri != null}>
      {work.output?.videoUri ? (
        <Film work={work} />
      ) : (
        <div className={styles.blank} style={{ '--ratio': width / height } as React.CSSProperties}>
          {hasEnded(work.status) ? (
            <Notice
              title={work.status === 'SUCCEEDED' ? t('detail.fileGone') : t(`status.${work.status}`)}
              tone={work.failReason ? 'bad' : 'quiet'}
            >
              {failure ? <p>{failure}</p> : null}
            </Notice>
          ) : (
            <CardProgress work={work} />
          )}
        </div>
      )}
    </div>
  )
}

/** Plays from a signed link. The link is chosen once, so that the new link of each answer does not stop playback. */
function Film({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const poster = usePoster(work.id, true)
  const { address, renew } = useVideo(work)
  const [source, setSource] = useState(address)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (source === null) void renew().then(setSource)
  }, [source, renew])
  /**
   * Gets a new link for a film that has played, because its address may have expired. `played` shows that, not the `playing` event: React
   * misses the event of a film that begins before it is shown.
   */
  const readOn = async (film: HTMLVideoElement) => {
    const hasPlayed = film.played.length > 0
    const fresh = hasPlayed ? await renew() : null
    if (fresh === null) setBroken(true)
    else setSource(`${fresh}#t=${film.currentTime}`)
  }
  if (isBroken) return <Notice tone="bad" title={t('detail.unplayable')} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody knows what was said in it
    <video
      className={styles.film}
      src={source ?? undefined}
      poster={poster ?? undefined}
      controls
      autoPlay
      loop
      playsInline
      aria-label={work.prompt}
      onError={({ currentTarget }) => void readOn(currentTarget)}
    />
  )
}
