import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { Announcer } from './announcer.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './gallery.module.css'
import { moveFocus } from './move-focus.ts'
import { Wall } from './wall.tsx'
import type { Work } from './works.ts'
import { useWorks, useWorksState } from './works-context.ts'

export function Gallery() {
  const { t } = useTranslation()
  const { works, filter, isLoading, error, hasMore } = useWorksState()
  const { loadMore } = useWorks()
  const list = useRef<HTMLElement>(null)
  const press = (event: KeyboardEvent) => {
    if (list.current && moveFocus(list.current, event.key)) event.preventDefault()
  }
  return (
    <section ref={list} className={styles.gallery} aria-label={t('gallery.title')} onKeyDown={press}>
      {works.length > 0 || filter !== 'ALL' ? <FilterBar /> : null}
      {blocksOf(works).map((block) => (
        <Block key={block.at(-1)?.id} works={block} />
      ))}
      {works.length === 0 && isLoading ? <Ghosts /> : null}
      {works.length === 0 && !isLoading && !error ? (
        <Notice title={filter === 'ALL' ? t('gallery.empty') : t(`gallery.none.${filter}`)}>
          {filter === 'ALL' ? <p>{t('gallery.emptyHelp')}</p> : null}
        </Notice>
      ) : null}
      {error ? <Problem error={error} onRetry={loadMore} /> : null}
      {hasMore && !error ? (
        <div className={styles.more}>
          <Button disabled={isLoading} onClick={loadMore}>
            {isLoading ? t('loading') : t('gallery.more')}
          </Button>
        </div>
      ) : null}
      <Announcer />
    </section>
  )
}

/** Takes of one create, together under their common facts. */
function Block({ works }: { readonly works: readonly Work[] }) {
  const { t } = useTranslation()
  const [first] = works
  if (!first?.groupId) return <Wall works={works} />
  return (
    <section className={styles.group} aria-label={t('gallery.takes', { count: works.length })}>
      <header className={styles.head}>
        <p>{first.prompt}</p>
        <Ago at={first.createdAt} />
      </header>
      <Wall works={works} areTakes />
    </section>
  )
}

/** Neighbours of one group, and runs of works of no group. */
function blocksOf(works: readonly Work[]): readonly (readonly Work[])[] {
  const blocks: Work[][] = []
  for (const work of works) {
    const last = blocks.at(-1)
    if (last?.[0]?.groupId === work.groupId) last?.push(work)
    else blocks.push([work])
  }
  return blocks
}

const GHOSTS = [1.75, 0.57, 1.33, 1, 1.75, 0.75]

function Ghosts() {
  const { t } = useTranslation()
  return (
    <div className={styles.ghosts} role="status" aria-label={t('loading')}>
      {GHOSTS.map((ratio, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <div key={index} className={styles.ghost} style={{ '--ratio': ratio } as React.CSSProperties} />
      ))}
    </div>
  )
}
