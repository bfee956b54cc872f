import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { yuan } from '../parts/money.ts'
import type { Day } from './spend.ts'
import styles from './spend-chart.module.css'

const HEIGHT = 140

/** Spending per day. Pointing at a day shows its amount; a table has the same data for screen readers. */
export function SpendChart({ days }: { readonly days: readonly Day[] }) {
  const { t, i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const dayOf = (start: number) => new Date(start).toLocaleDateString(i18n.language, { month: 'short', day: 'numeric' })
  const frame = useBars(days, dayOf, setPointed)
  const total = days.reduce((sum, { micro }) => sum + micro, 0n)
  const day = pointed === null ? undefined : days[pointed]
  const title = t('credits.spent', { count: days.length })
  return (
    <section aria-label={title} className={styles.spend}>
      <p className={styles.head} aria-hidden>
        <span>{day ? dayOf(day.start) : title}</span>
        <b>{yuan(String(day?.micro ?? total))}</b>
      </p>
      <div ref={frame} className={styles.chart} aria-hidden />
      <table className="unseen">
        <caption>
          {title} {yuan(String(total))}
        </caption>
        <tbody>
          {days
            .filter(({ micro }) => micro !== 0n)
            .map(({ start, micro }) => (
              <tr key={start}>
                <th scope="row">{dayOf(start)}</th>
                <td>{yuan(String(micro))}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

type Pointed = (place: number | null) => void

/** Bars drawn in the element that the ref is given to; they follow the width and the theme. */
function useBars(days: readonly Day[], nameOf: (start: number) => string, onPoint: Pointed) {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | null>(null)
  const nameAt = useEffectEvent((place: number) => {
    const day = days[place]
    return day ? nameOf(day.start) : ''
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const drawn = new UPlot(optionsOf(element, nameAt, onPoint), [[], []], element)
    chart.current = drawn
    const sized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }))
    sized.observe(element)
    const themed = new MutationObserver(() => drawn.redraw())
    themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'lang'] })
    return () => {
      sized.disconnect()
      themed.disconnect()
      drawn.destroy()
    }
  }, [onPoint])
  useEffect(() => {
    // Indexes instead of times, because a day is not always 24 hours long.
    chart.current?.setData([days.map((_day, place) => place), days.map(({ micro }) => Number(micro) / 1e6)])
  }, [days])
  return frame
}

function optionsOf(element: HTMLElement, nameAt: (place: number) => string, onPoint: Pointed): UPlot.Options {
  const colour = (name: string) => () => getComputedStyle(element).getPropertyValue(name)
  const axis = { stroke: colour('--quiet'), ticks: { show: false }, font: '12px system-ui, sans-serif' }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: (_chart, first, last) => [first - 0.5, last + 0.5] },
      y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: 28,
        incrs: [1, 2, 7, 14],
        values: (_chart, places) => places.map((place) => nameAt(place)),
      },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        size: 56,
        values: (_chart, amounts) => amounts.map((amount) => `¥${amount}`),
      },
    ],
    series: [
      {},
      {
        fill: colour('--mark'),
        paths: UPlot.paths.bars?.({ size: [0.6, 24], radius: 0.2 }) ?? (() => null),
        points: { show: false },
      },
    ],
  }
}
