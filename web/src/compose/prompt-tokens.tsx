import type { RefObject } from 'react'
import { hueOf, type Item } from './item.ts'
import { partsOf } from './markers.ts'
import styles from './prompt-field.module.css'

interface PromptTokensProps {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly value: string
  readonly items: readonly Item[]
}

/** The prompt's markers as tokens, over the letters of the text field: each has its colour, and its picture for the `@`. */
export function PromptTokens({ frame, value, items }: PromptTokensProps) {
  return (
    <div ref={frame} className={styles.tokens} aria-hidden>
      {partsOf(value, items).map(({ text, item, at }) =>
        item ? (
          <span key={at} className={styles.token} data-hue={hueOf(items, item)} data-gap={item.isGap}>
            {item.preview && item.kind === 'IMAGE' ? <img src={item.preview} alt="" /> : null}
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {/* As a text field has a line after the last break. */}
      {'\u200b'}
    </div>
  )
}
