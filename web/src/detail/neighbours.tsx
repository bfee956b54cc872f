import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorksState } from '../gallery/works-context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { goTo } from '../route.ts'
import styles from './detail.module.css'

/** To the video before and after this one in the gallery, by button or arrow key. */
export function Neighbours({ workId }: { readonly workId: string }) {
  const { t } = useTranslation()
  const { works } = useWorksState()
  const place = works.findIndex(({ id }) => id === workId)
  const before = place > 0 ? works[place - 1] : undefined
  const after = place < 0 ? undefined : works[place + 1]
  const go = (work: { readonly id: string } | undefined) => {
    if (work) goTo(`/?work=${work.id}`)
  }
  useKeys(({ key }) => {
    if (key === 'ArrowLeft') go(before)
    if (key === 'ArrowRight') go(after)
  })
  if (!before && !after) return null
  return (
    <nav className={styles.neighbours} aria-label={t('detail.neighbours')}>
      <IconButton icon={ChevronLeft} label={t('detail.previous')} disabled={!before} onClick={() => go(before)} />
      <IconButton icon={ChevronRight} label={t('detail.next')} disabled={!after} onClick={() => go(after)} />
    </nav>
  )
}
