import { MoreHorizontal, RotateCw, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import type { FilePurpose } from '../generated/graphql.ts'
import { IconButton } from '../parts/icon-button.tsx'
import menu from '../shell/menu.module.css'
import type { Item } from './item.ts'
import styles from './material-chip.module.css'
import { MaterialReport } from './material-report.tsx'
import { Thumb } from './thumb.tsx'
import type { Material } from './use-material.ts'

const PURPOSES: readonly FilePurpose[] = ['REFERENCE', 'INPUT_IMAGE', 'END_IMAGE']

interface MaterialChipProps {
  readonly item: Item
  readonly title: string
  /** Of a reference. */
  readonly hue: number | undefined
  /** Whether the mode uses it. */
  readonly isUsed: boolean
  readonly usedSeconds: number | null
  readonly problem: string | undefined
  readonly material: Material
}

export function MaterialChip({ item, title, hue, isUsed, usedSeconds, problem, material }: MaterialChipProps) {
  const { t } = useTranslation()
  const isSending = !item.file && !item.problem
  return (
    <li className={styles.chip} data-used={isUsed} data-bad={problem !== undefined}>
      <Thumb item={item} />
      <div className={styles.text}>
        <p className={styles.title}>
          <b data-hue={hue}>{title}</b> {item.name}
        </p>
        {isSending ? (
          <progress value={item.sent} aria-label={t('compose.sending', { name: item.name })} />
        ) : (
          <MaterialReport item={item} isUsed={isUsed} usedSeconds={usedSeconds} problem={problem} />
        )}
      </div>
      {item.problem && item.source ? (
        <IconButton icon={RotateCw} label={t('problem.again')} onClick={() => material.retry(item)} />
      ) : null}
      {item.kind === 'IMAGE' && item.file ? (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton icon={MoreHorizontal} label={t('compose.useAs', { name: item.name })} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Content className={menu.menu} align="end">
            {PURPOSES.filter((purpose) => purpose !== item.purpose).map((purpose) => (
              <DropdownMenu.Item key={purpose} className={menu.item} onSelect={() => material.reuse(item, purpose)}>
                {t(`purpose.${purpose}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Root>
      ) : null}
      <IconButton icon={X} label={t('compose.remove', { name: item.name })} onClick={() => material.remove(item)} />
    </li>
  )
}
