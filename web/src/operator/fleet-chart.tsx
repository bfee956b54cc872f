import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './fleet-chart.module.css'
import type { History } from './use-history.ts'

const HEIGHT = 160

/** Waiting and running since the page was opened. What it shows stands in the columns too, in words. */
export function FleetChart({ history }: { readonly history: History }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | null>(null)
  const [waiting, running] = [t('operator.waiting'), t('operator.running')]

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name)
    const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
    const drawn = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { live: false },
        axes: [axis, { ...axis, size: 36 }],
        scales: {
          x: { range: (_chart, first, last) => [Math.min(first, last - 60), last] },
          y: { range: (_chart, _low, high) => [0, Math.max(4, high)] },
        },
        series: [
          {},
          { label: waiting, stroke: colour('--mark'), width: 2, points: { show: false } },
          { label: running, stroke: colour('--quiet'), width: 2, points: { show: false } },
        ],
      },
      [[], [], []],
      element,
    )
    chart.current = drawn
    const watched = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }))
    watched.observe(element)
    return () => {
      watched.disconnect()
      drawn.destroy()
    }
  }, [waiting, running])

  useEffect(() => {
    const [seconds, ...series] = history
    chart.current?.setData([seconds, ...series])
  }, [history])

  return <div ref={frame} className={styles.chart} role="img" aria-label={t('operator.chart')} />
}
