import { Columns2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { Late } from '../parts/late.tsx'
import type { Line } from './lines.ts'
import { Tiles } from './tiles.tsx'
import { useTakes } from './use-takes.ts'
import styles from './wall.module.css'

const TakesDialog = lazy(() => import('../detail/takes-dialog.tsx').then((m) => ({ default: m.TakesDialog })))

/** Takes of one create, together under their common facts. */
export function Takes({ line }: { readonly line: Line }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const takes = useTakes(line.works.map(({ id }) => id))
  const films = takes.filter(({ status, output }) => status === 'SUCCEEDED' && output?.videoUri != null)
  const [first] = line.works
  return (
    <section className={styles.group} aria-label={t('gallery.takes', { count: line.works.length })}>
      <header className={styles.head}>
        <p>{first?.prompt}</p>
        {films.length > 1 ? (
          <Button look="link" onClick={() => setOpen(true)}>
            <Columns2 size={14} aria-hidden />
            {t('takes.compare')}
          </Button>
        ) : null}
        {first ? <Ago at={first.createdAt} /> : null}
      </header>
      <Tiles line={line} />
      {isOpen ? (
        <Late>
          <TakesDialog ids={films.map(({ id }) => id)} onClose={() => setOpen(false)} />
        </Late>
      ) : null}
    </section>
  )
}
