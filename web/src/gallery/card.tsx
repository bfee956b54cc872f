import { Star } from 'lucide-react'
import { lazy, memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { ASPECTS } from '../parts/aspect.ts'
import { Late } from '../parts/late.tsx'
import { goTo } from '../route.ts'
import styles from './card.module.css'
import { CardActions } from './card-actions.tsx'
import { CardFilm } from './card-film.tsx'
import { CardPick } from './card-pick.tsx'
import { hasEnded } from './status.ts'
import { useFailText } from './use-fail-text.ts'
import { SelectionContext } from './use-selection.ts'
import { useIsStarred } from './use-star.ts'
import type { Work } from './works.ts'
import { useWork } from './works-context.ts'

const CardProgress = lazy(() => import('./card-progress.tsx').then((m) => ({ default: m.CardProgress })))

interface CardProps {
  readonly id: string
  /** Pixels. */
  readonly width: number
  /** Whether it is in a group of takes, which shows their common facts once. */
  readonly isTake?: boolean
}

/** A work in the gallery, in its own shape. It changes alone, with its work. */
export const Card = memo(function Card({ id, ...rest }: CardProps) {
  const work = useWork(id)
  return work ? <Frame work={work} {...rest} /> : null
})

function Frame({ work, width, isTake = false }: Omit<CardProps, 'id'> & { readonly work: Work }) {
  const { t } = useTranslation()
  const failure = useFailText(work)
  const selection = use(SelectionContext)
  const isStarred = useIsStarred(work.id)
  const canvas = ASPECTS[work.aspectRatio]
  const isDone = work.status === 'SUCCEEDED'
  return (
    <article
      className={styles.card}
      style={{ width }}
      data-work={work.id}
      data-status={work.status}
      aria-label={work.prompt}
    >
      <div className={styles.frame} style={{ aspectRatio: `${canvas.width} / ${canvas.height}` }}>
        {isDone ? <CardFilm work={work} /> : null}
        <Late instead={null}>{hasEnded(work.status) ? null : <CardProgress work={work} />}</Late>
        {hasEnded(work.status) && !isDone ? (
          <div className={styles.over}>
            <b>{t(`status.${work.status}`)}</b>
            {failure ? <p>{failure}</p> : null}
          </div>
        ) : null}
        {selection ? (
          <CardPick work={work} selection={selection} />
        ) : (
          <>
            <button
              type="button"
              className={styles.open}
              aria-label={t('card.open', { prompt: work.prompt })}
              onClick={() => goTo(`/?work=${work.id}`)}
            />
            <CardActions work={work} />
          </>
        )}
        {isStarred ? <Star className={styles.star} size={16} aria-hidden /> : null}
      </div>
      <div className={styles.foot}>
        <p className={styles.words}>{isTake ? t('card.take', { number: (work.nIndex ?? 0) + 1 }) : work.prompt}</p>
        <p className={styles.facts}>
          {work.usage && hasEnded(work.status) ? work.usage.amount : null}
          {isTake ? null : <Ago at={work.createdAt} />}
        </p>
      </div>
    </article>
  )
}
