import { useLayoutEffect, useRef, useState } from 'react'
import { ASPECTS } from '../parts/aspect.ts'
import { useMedia } from '../parts/use-media.ts'
import { Card } from './card.tsx'
import { rowsOf } from './rows.ts'
import styles from './wall.module.css'
import type { Work } from './works.ts'

const GAP = 12
const WISH = { wide: 220, narrow: 170 } as const

/** Works side by side in rows that fill the width. */
export function Wall({ works, areTakes = false }: { readonly works: readonly Work[]; readonly areTakes?: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia('(max-width: 860px)')
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watched = new ResizeObserver(() => setWidth(element.clientWidth))
    watched.observe(element)
    return () => watched.disconnect()
  }, [])
  const ratios = works.map(({ aspectRatio }) => ASPECTS[aspectRatio].width / ASPECTS[aspectRatio].height)
  const rows = rowsOf(ratios, width, GAP, isNarrow ? WISH.narrow : WISH.wide)
  const widthAt = (index: number) => {
    const row = rows.find(({ from, to }) => index >= from && index < to)
    // A hair less, so that rounding breaks no row.
    return row ? Math.floor(row.height * (ratios[index] ?? 1) * 10) / 10 - 0.1 : 0
  }
  return (
    <div ref={frame} className={styles.wall} style={{ columnGap: GAP }}>
      {width > 0
        ? works.map((work, index) => <Card key={work.id} work={work} width={widthAt(index)} isTake={areTakes} />)
        : null}
    </div>
  )
}
