import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { usePlace } from '../route.ts'
import styles from './find.module.css'
import { useWorks, useWorksState } from './works-context.ts'

/** Of silence, after which the search begins. */
const PAUSE_MS = 250

/** The gateway takes no more. */
const LONGEST = 200

interface FindProps {
  readonly isSelecting: boolean
  readonly onSelect: (isOn: boolean) => void
}

/** The search, and the way to select several videos. */
export function Find({ isSelecting, onSelect }: FindProps) {
  const { t } = useTranslation()
  return (
    <>
      <SearchField />
      <Button aria-pressed={isSelecting} onClick={() => onSelect(!isSelecting)}>
        {isSelecting ? t('select.end') : t('select.begin')}
      </Button>
    </>
  )
}

/** `/` goes to it, Esc empties it. */
function SearchField() {
  const { t } = useTranslation()
  const { page, workId } = usePlace()
  const { works, search, isLoading } = useWorksState()
  const { choose } = useWorks()
  const [text, setText] = useState(search)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => choose({ search: text.trim() }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, choose])
  // Another way to empty it: the button where nothing is found.
  useEffect(() => {
    if (search === '') setText('')
  }, [search])
  useKeys((event) => {
    if (event.key !== '/' || page !== '/' || workId !== null) return
    event.preventDefault()
    field.current?.focus()
  })

  const clear = () => {
    setText('')
    choose({ search: '' })
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose({ search: text.trim() })
    if (event.key !== 'Escape' || text === '') return
    event.stopPropagation()
    clear()
  }
  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={LONGEST}
        aria-label={t('search.label')}
        aria-keyshortcuts="/"
        placeholder={t('search.placeholder')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {text === '' ? null : <IconButton icon={X} label={t('search.clear')} onClick={clear} />}
      <p role="status" className="unseen">
        {search === '' || isLoading ? null : t('search.found', { count: works.length })}
      </p>
    </search>
  )
}
