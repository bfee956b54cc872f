import { type ChangeEvent, type KeyboardEvent, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from './item.ts'
import { MarkerList } from './marker-list.tsx'
import styles from './prompt-field.module.css'
import { useMarkers } from './use-markers.ts'

/** Spec 4.1: code points. */
const LONGEST = 7000

interface PromptFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Material that the prompt can refer to. */
  readonly items: readonly Item[]
  readonly errors: readonly string[]
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onSubmit: () => void
}

export function PromptField({ value, onChange, items, errors, field, onSubmit }: PromptFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { offered, active, choose, follow, press } = useMarkers(value, items, (text, caret) => {
    onChange(text)
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  })
  const length = [...value].length

  const write = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    onChange(target.value)
    follow(target.selectionStart)
  }

  const keyDown = (event: KeyboardEvent) => {
    const isSubmit = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (isSubmit) onSubmit()
    else if (!press(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.prompt}>
      <label htmlFor={id} className="unseen">
        {t('compose.prompt')}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={4}
        value={value}
        placeholder={t('compose.placeholder')}
        aria-describedby={`${id}-note`}
        aria-invalid={errors.length > 0}
        aria-controls={offered.length > 0 ? `${id}-markers` : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-markers-${active}` : undefined}
        onChange={write}
        onKeyDown={keyDown}
        onBlur={() => follow(null)}
      />
      {offered.length > 0 ? (
        <MarkerList id={`${id}-markers`} items={offered} all={items} active={active} onChoose={choose} />
      ) : null}
      <div id={`${id}-note`} className={styles.note}>
        <span className={styles.problem}>{errors[0]}</span>
        <span data-over={length > LONGEST}>
          {length.toLocaleString()} / {LONGEST.toLocaleString()}
        </span>
      </div>
    </div>
  )
}
