import { CircleDashed } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import type { Item } from './item.ts'
import styles from './material-chip.module.css'
import { ANY } from './pick-button.tsx'
import type { Material } from './use-material.ts'

interface GapChipProps {
  readonly item: Item
  readonly title: string
  readonly hue: number
  readonly material: Material
}

/** The place of a file that left while the prompt names it: asks what its marker is to mean now. */
export function GapChip({ item, title, hue, material }: GapChipProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <li className={styles.chip} data-bad>
      <CircleDashed size={16} aria-hidden className={styles.hole} />
      <div className={styles.text} role="alert">
        <p>
          <b data-hue={hue}>{title}</b> {t('compose.gap', { name: item.name })}
        </p>
        <div className={styles.answers}>
          <Button look="link" onClick={() => input.current?.click()}>
            {t('compose.replace')}
          </Button>
          <Button look="link" onClick={() => material.forget(item)}>
            {t('compose.forget')}
          </Button>
        </div>
      </div>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={`${t('compose.replace')} ${title}`}
        accept={ANY}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) material.replace(item, file)
          target.value = ''
        }}
      />
    </li>
  )
}
