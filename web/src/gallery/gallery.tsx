import { type KeyboardEvent, lazy, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Late } from '../parts/late.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { Announcer } from './announcer.tsx'
import type { Example } from './examples.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './gallery.module.css'
import { moveFocus } from './move-focus.ts'
import { Strip } from './strip.tsx'
import { SelectionContext, useSelection } from './use-selection.ts'
import { Wall } from './wall.tsx'
import { hasFilters, useWorks, useWorksState } from './works-context.ts'

/** Only those who select several videos need it. */
const SelectBar = lazy(() => import('./select-bar.tsx').then((m) => ({ default: m.SelectBar })))

/** Only an account without videos needs them. */
const Examples = lazy(() => import('./examples.tsx').then((m) => ({ default: m.Examples })))

export function Gallery({ onExample }: { readonly onExample: (example: Example) => void }) {
  const { t } = useTranslation()
  const state = useWorksState()
  const { works, filter, search, isLoading, error, hasMore } = state
  const { loadMore } = useWorks()
  const [selection, select] = useSelection(works)
  const mayCreate = useMay('VIDEOS_WRITE')
  const list = useRef<HTMLElement>(null)
  const isEmpty = !hasFilters(state)
  const turn = (isOn: boolean) => {
    const id = document.activeElement?.closest('[data-work]')?.getAttribute('data-work')
    select(isOn)
    // The focus stays at its card, or goes to the button that selects.
    const here = id ? `[data-work="${id}"] :is(button, input)` : 'button[aria-pressed]'
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(here)?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (list.current && moveFocus(list.current, event.key)) event.preventDefault()
  }
  return (
    <section ref={list} className={styles.gallery} aria-label={t('gallery.title')} onKeyDown={press}>
      {isEmpty ? null : <FilterBar isSelecting={selection !== null} onSelect={turn} />}
      {selection && !isEmpty ? (
        <Late>
          <SelectBar works={works} selection={selection} onEnd={() => turn(false)} />
        </Late>
      ) : null}
      <Strip />
      {works.length > 0 ? (
        <SelectionContext value={selection}>
          <Wall works={works} />
        </SelectionContext>
      ) : null}
      {works.length === 0 && isLoading ? <Ghosts /> : null}
      {works.length === 0 && !isLoading && !error ? (
        <>
          <Notice title={search === '' ? t(`gallery.none.${filter}`) : t('gallery.found')}>
            {search === '' ? null : <p>{t('gallery.foundHelp')}</p>}
            {isEmpty ? <p>{t('gallery.emptyHelp')}</p> : null}
          </Notice>
          {isEmpty && mayCreate ? (
            <Late>
              <Examples onChoose={onExample} />
            </Late>
          ) : null}
        </>
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
