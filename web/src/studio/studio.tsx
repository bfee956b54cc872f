import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import { useMay, useSession } from '../api/session.ts'
import { Composer } from '../compose/composer.tsx'
import { emptyDraft } from '../compose/console-parameters.ts'
import { DropZone } from '../compose/drop-zone.tsx'
import { useMaterial } from '../compose/use-material.ts'
import { settingsOf, useRerun } from '../compose/use-rerun.ts'
import type { GoOn } from '../detail/go-on-actions.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import { useWorks } from '../gallery/works-context.ts'
import { Late } from '../parts/late.tsx'
import { useMedia } from '../parts/use-media.ts'
import { goTo, usePlace } from '../route.ts'
import { ComposerSheet } from './composer-sheet.tsx'
import { keepDraft, keptDraft } from './kept-draft.ts'
import styles from './studio.module.css'
import { usePromptKeys } from './use-prompt-keys.ts'

const Detail = lazy(() => import('../detail/detail.tsx').then((m) => ({ default: m.Detail })))

/** The one screen for work: what to make on the left, what was made on the right. */
export function Studio() {
  const { account } = useSession()
  const { page, workId } = usePlace()
  const works = useWorks()
  const isNarrow = useMedia('(max-width: 860px)')
  const [draft, setDraft] = useState(() => keptDraft(account.id, emptyDraft(account)))
  useEffect(() => keepDraft(account.id, draft), [account.id, draft])
  const [isSheetOpen, setSheetOpen] = useState(false)
  const mayUpload = useMay('FILES_WRITE')
  const prompt = useRef<HTMLTextAreaElement>(null)
  const material = useMaterial(setDraft)

  const showPrompt = useCallback(() => {
    // At once where it is there: what is typed next belongs to it. A sheet is there with the next frame.
    prompt.current?.focus()
    if (!isNarrow) return
    setSheetOpen(true)
    requestAnimationFrame(() => prompt.current?.focus())
  }, [isNarrow])
  // The first minute: what is typed at once is the prompt.
  useEffect(() => {
    if (!isNarrow && location.search === '') prompt.current?.focus({ preventScroll: true })
  }, [isNarrow])
  usePromptKeys(page === '/' && workId === null, showPrompt)
  const rerun = useRerun(setDraft)

  const dropped = (files: readonly File[]) => {
    material.add(files, 'REFERENCE')
    showPrompt()
  }

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
  const begun = (fill: () => void) => {
    fill()
    goTo('/')
    showPrompt()
  }
  const goOn: GoOn = {
    again: (work) => begun(() => rerun(work)),
    vary: (work) => begun(() => rerun(work, { seed: '' })),
    from: (work, file, purpose) =>
      begun(() => {
        if (purpose === 'INPUT_IMAGE') setDraft((now) => ({ ...now, ...settingsOf(work), seed: '', items: [] }))
        material.add([file], purpose)
      }),
  }

  return (
    <>
      <div className={styles.studio}>
        {isNarrow ? (
          <ComposerSheet prompt={draft.prompt} isOpen={isSheetOpen} onOpenChange={setSheetOpen}>
            {composer}
          </ComposerSheet>
        ) : (
          <aside className={styles.composer}>{composer}</aside>
        )}
        <DropZone onFiles={mayUpload ? dropped : null}>
          <Gallery
            onExample={(example) => {
              setDraft((now) => ({ ...now, ...example, duration: 5 }))
              showPrompt()
            }}
          />
        </DropZone>
      </div>
      {page === '/' && workId ? (
        <Late>
          <Detail key={workId} workId={workId} goOn={goOn} />
        </Late>
      ) : null}
    </>
  )
}
