import { type ChangeEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from './item.ts'
import { MarkerList } from './marker-list.tsx'
import { partsOf, type Unresolved } from './markers.ts'
import styles from './prompt-field.module.css'
import { PromptTokens } from './prompt-tokens.tsx'
import { useMarkers } from './use-markers.ts'

/** Spec 4.1: code points. */
const LONGEST = 7000

interface PromptFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Material that the prompt can refer to. */
  readonly items: readonly Item[]
  readonly errors: readonly string[]
  readonly unresolved: Unresolved | null
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onSubmit: () => void
}

export function PromptField({ value, onChange, items, errors, unresolved, field, onSubmit }: PromptFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const caret = useRef<number | null>(null)
  const tokens = useRef<HTMLDivElement>(null)
  const { offered, active, choose, follow, press } = useMarkers(value, items, (text, place) => {
    caret.current = place
    onChange(text)
  })
  // A text that is not as it was typed puts the caret to its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the text
  useLayoutEffect(() => {
    const place = caret.current
    caret.current = null
    if (place !== null && field.current && field.current.selectionStart !== place)
      field.current.setSelectionRange(place, place)
  }, [value, field])

  const write = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    caret.current = target.selectionStart
    onChange(target.value)
    follow(target.selectionStart)
  }

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSubmit = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (isSubmit) onSubmit()
    // The key that leads here begins no prompt.
    else if (event.key === '/' && value === '') field.current?.focus()
    else if (!press(event) && !eraseToken(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Backspace after a marker deletes all of it, as it is shown as one. */
  const eraseToken = ({ key, currentTarget: { selectionStart, selectionEnd } }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key !== 'Backspace' || selectionStart !== selectionEnd) return false
    const part = partsOf(value, items).find(({ item, at, text }) => item && at + text.length === selectionStart)
    if (!part) return false
    caret.current = part.at
    onChange(value.slice(0, part.at) + value.slice(selectionStart))
    return true
  }

  const length = [...value].length
  const warning =
    errors[0] ?? (unresolved && t(`compose.${unresolved.isMarker ? 'noSuch' : 'unknown'}`, { word: unresolved.word }))
  return (
    <div className={styles.prompt}>
      <label htmlFor={id} className="unseen">
        {t('compose.prompt')}
      </label>
      <div className={styles.paper}>
        <textarea
          ref={field}
          id={id}
          rows={4}
          value={value}
          placeholder={t('compose.placeholder')}
          aria-describedby={`${id}-note`}
          aria-invalid={errors.length > 0 || unresolved?.isMarker === true}
          aria-controls={offered.length > 0 ? `${id}-markers` : undefined}
          aria-activedescendant={offered.length > 0 ? `${id}-markers-${active}` : undefined}
          onChange={write}
          onKeyDown={keyDown}
          onBlur={() => follow(null)}
          onScroll={({ currentTarget }) => tokens.current?.scrollTo({ top: currentTarget.scrollTop })}
        />
        <PromptTokens frame={tokens} value={value} items={items} />
      </div>
      {offered.length > 0 ? (
        <MarkerList id={`${id}-markers`} items={offered} all={items} active={active} onChoose={choose} />
      ) : null}
      <div id={`${id}-note`} className={styles.note}>
        <span className={styles.problem} data-mild={errors.length === 0 && unresolved?.isMarker === false}>
          {warning}
        </span>
        <span data-over={length > LONGEST}>
          {length.toLocaleString()} / {LONGEST.toLocaleString()}
        </span>
      </div>
    </div>
  )
}
