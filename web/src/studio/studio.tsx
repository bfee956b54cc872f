import { useCallback, useRef, useState } from 'react'
import { useSession } from '../api/session.ts'
import { Composer } from '../compose/composer.tsx'
import { emptyDraft } from '../compose/console-parameters.ts'
import { useMaterial } from '../compose/use-material.ts'
import { useRerun } from '../compose/use-rerun.ts'
import { Detail } from '../detail/detail.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import type { Work } from '../gallery/works.ts'
import { useNewWorks, WorksContext } from '../gallery/works-context.ts'
import { useMedia } from '../parts/use-media.ts'
import { goTo, usePlace } from '../route.ts'
import { ComposerSheet } from './composer-sheet.tsx'
import styles from './studio.module.css'
import { useSlash } from './use-slash.ts'

/** The one screen for work: what to make on the left, what was made on the right. */
export function Studio() {
  const { account } = useSession()
  const { page, workId } = usePlace()
  const works = useNewWorks()
  const isNarrow = useMedia('(max-width: 860px)')
  const [draft, setDraft] = useState(() => emptyDraft(account))
  const [isSheetOpen, setSheetOpen] = useState(false)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const material = useMaterial(setDraft)

  const showPrompt = useCallback(() => {
    // At once where it is there: what is typed next belongs to it. A sheet is there with the next frame.
    prompt.current?.focus()
    if (!isNarrow) return
    setSheetOpen(true)
    requestAnimationFrame(() => prompt.current?.focus())
  }, [isNarrow])
  useSlash(page === '/' && workId === null, showPrompt)
  const rerun = useRerun(setDraft)

  const composer = (
    <Composer
      draft={draft}
      setDraft={setDraft}
      material={material}
      promptField={prompt}
      onCreated={(created) => {
        works.put(created)
        setSheetOpen(false)
      }}
    />
  )
  const runAgain = (work: Work) => {
    rerun(work)
    goTo('/')
    showPrompt()
  }

  return (
    <WorksContext value={works}>
      <div className={styles.studio}>
        {isNarrow ? (
          <ComposerSheet prompt={draft.prompt} isOpen={isSheetOpen} onOpenChange={setSheetOpen}>
            {composer}
          </ComposerSheet>
        ) : (
          <aside className={styles.composer}>{composer}</aside>
        )}
        <Gallery />
      </div>
      {page === '/' && workId ? <Detail key={workId} workId={workId} onRerun={runAgain} /> : null}
    </WorksContext>
  )
}
