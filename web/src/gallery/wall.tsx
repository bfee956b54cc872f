import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '../parts/use-media.ts'
import { Day } from './day.tsx'
import { linesOf } from './lines.ts'
import { Takes } from './takes.tsx'
import { Tiles } from './tiles.tsx'
import styles from './wall.module.css'
import type { Listed } from './works.ts'

const WISH = { wide: 220, narrow: 170 } as const

/** Between lines. */
const LEADING = 22

/** The works in lines that fill the width. Only the lines near the window are in the page. */
export function Wall({ works }: { readonly works: readonly Listed[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia('(max-width: 860px)')
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watched = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      setPlace({ width: element.clientWidth, top: element.getBoundingClientRect().top + scrollY })
    })
    watched.observe(element)
    return () => watched.disconnect()
  }, [])
  const lines = useMemo(
    () => (width > 0 ? linesOf(works, width, isNarrow ? WISH.narrow : WISH.wide) : []),
    [works, width, isNarrow],
  )
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => lines[index]?.height ?? 0,
    getItemKey: (index) => lines[index]?.key ?? index,
    gap: LEADING,
    overscan: 3,
    scrollMargin: top,
  })
  return (
    <div ref={frame} className={styles.wall} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index]
        return line ? (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={styles.line}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {line.day !== null ? <Day at={line.day} /> : line.areTakes ? <Takes line={line} /> : <Tiles line={line} />}
          </div>
        ) : null
      })}
    </div>
  )
}
