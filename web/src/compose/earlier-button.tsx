import { History } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { StoredFilesDocument } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import menu from '../shell/menu.module.css'
import styles from './earlier-button.module.css'
import { type Item, storedItem } from './item.ts'
import { Thumb } from './thumb.tsx'
import type { Material } from './use-material.ts'

interface EarlierButtonProps {
  readonly items: readonly Item[]
  readonly onTake: Material['take']
}

/** Uploads that the gateway still keeps, to use again without sending them. */
export function EarlierButton({ items, onTake }: EarlierButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <Button look="bare" aria-label={t('compose.earlier')}>
          <History size={15} aria-hidden />
          {t('compose.earlierBrief')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={`${menu.menu} ${styles.files}`} align="start" aria-label={t('compose.earlier')}>
        {isOpen ? <Files items={items} onTake={onTake} /> : null}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Files({ items, onTake }: EarlierButtonProps) {
  const { t } = useTranslation()
  const [{ data, error }] = useQuery({ query: StoredFilesDocument, requestPolicy: 'network-only' })
  if (!data) return <p className={styles.note}>{error ? failureOf(t, error, []) : t('loading')}</p>
  const files = data.files.nodes.filter(({ id }) => !items.some(({ file }) => file?.id === id))
  if (files.length === 0) return <p className={styles.note}>{t('compose.noEarlier')}</p>
  return files.map((file) => (
    <DropdownMenu.Item key={file.id} className={menu.item} onSelect={() => onTake(file)}>
      <span className={styles.file}>
        <Thumb item={storedItem(file)} />
        <span className={styles.text}>
          <span className={styles.name}>{file.filename}</span>
          <span className={styles.about}>
            {t(`purpose.${file.purpose}`)} · <Ago at={file.createdAt} />
          </span>
        </span>
      </span>
    </DropdownMenu.Item>
  ))
}
