import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './fleet-chart.module.css'
import type { History } from './use-history.ts'

const HEIGHT = 160

/** Waiting and running since the page was opened. The columns show the same figures as text. */
export function FleetChart({ history }: { readonly history: History }) {
  const { t, i18n } = useTranslation()
  const frame = useLines(history, i18n.language)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span data-line="waiting">{t('operator.fleet.waiting')}</span>
        <span data-line="running">{t('operator.fleet.running')}</span>
      </figcaption>
      <div ref={frame} className={styles.chart} role="img" aria-label={t('operator.fleet.chart')} />
    </figure>
  )
}

/** Draws lines in the element of the ref; they follow the width, the theme and the language. */
function useLines(history: History, language: string) {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const drawn = new UPlot(optionsOf(element, language), [[], [], []], element)
    chart.current = drawn
    const sized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }))
    sized.observe(element)
    const themed = new MutationObserver(() => drawn.redraw())
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      sized.disconnect()
      themed.disconnect()
      drawn.destroy()
    }
  }, [language])
  // Depends on the language too: a new language creates a new, empty chart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const [seconds, ...series] = history
    // With a single reading the chart would show a whole day.
    if (seconds.length > 1) chart.current?.setData([seconds, ...series])
  }, [history, language])
  return frame
}

/** The shown span in seconds; without readings, the last minute. */
function minuteOrMore(first: number | null, last: number | null): [number, number] {
  const end = last || Date.now() / 1000
  return [Math.min(first || end, end - 60), end]
}

function optionsOf(element: HTMLElement, language: string): UPlot.Options {
  const colour = (name: string) => () => getComputedStyle(element).getPropertyValue(name)
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' })
  const line = (name: string) => ({ stroke: colour(name), width: 2, points: { show: false } })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_chart, first, last) => minuteOrMore(first, last) },
      y: { range: (_chart, _low, high) => [0, Math.max(4, Math.ceil(high * 1.2))] },
    },
    axes: [
      { ...axis, space: 100, size: 28, values: (_chart, ticks) => ticks.map((tick) => time.format(tick * 1000)) },
      { ...axis, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000] },
    ],
    series: [{}, line('--mark'), line('--quiet')],
  }
}
