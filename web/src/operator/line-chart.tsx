import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './line-chart.module.css'

const HEIGHT = 160

/** Colours of the theme, in the order of the lines. */
const COLOURS = ['--mark', '--good', '--bad', '--quiet'] as const

export interface Line {
  readonly name: string
  /** One value for each minute; null: none. */
  readonly values: readonly (number | null)[]
}

interface LineChartProps {
  readonly title: string
  /** Start of each minute, in seconds. */
  readonly seconds: readonly number[]
  /** Up to four. */
  readonly lines: readonly Line[]
  readonly unit: (value: number) => string
  /** Whether minutes without a value are usual: values are then points, joined only over adjacent minutes. */
  readonly isSparse?: boolean
  /** What the legend shows of a line while no minute is pointed at. */
  readonly sum: (values: Line['values']) => number | null
}

/** Lines over minutes. The legend has the values of the minute that is pointed at. */
export function LineChart({ title, seconds, lines, unit, isSparse = false, sum }: LineChartProps) {
  const { i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const frame = useLines({ seconds, lines, unit, isSparse, language: i18n.language, onPoint: setPointed })
  const at = pointed === null ? undefined : seconds[pointed]
  const shownOf = ({ values }: Line) => (pointed === null ? sum(values) : values[pointed])
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <b>{title}</b>
        <span>{at === undefined ? null : timeOf(i18n.language).format(at * 1000)}</span>
      </figcaption>
      <ul className={styles.legend}>
        {lines.map((line, place) => {
          const value = shownOf(line)
          return (
            <li key={line.name} data-colour={COLOURS[place]}>
              {line.name} <span>{value === null || value === undefined ? '–' : unit(value)}</span>
            </li>
          )
        })}
      </ul>
      <div ref={frame} className={styles.chart} role="img" aria-label={title} />
    </figure>
  )
}

function timeOf(language: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', hourCycle: 'h23' })
}

interface Drawing extends Pick<LineChartProps, 'seconds' | 'lines' | 'unit'> {
  readonly isSparse: boolean
  readonly language: string
  readonly onPoint: (place: number | null) => void
}

/** Draws in the element of the ref; follows the width, the theme and the language. */
function useLines({ seconds, lines, unit, isSparse, language, onPoint }: Drawing) {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | null>(null)
  const count = lines.length
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const drawn = new UPlot(optionsOf(element, { count, unit, isSparse, language, onPoint }), undefined, element)
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
  }, [count, unit, isSparse, language, onPoint])
  // Depends on the language too: a new language creates a new, empty chart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    chart.current?.setData([[...seconds], ...lines.map(({ values }) => [...values])])
  }, [seconds, lines, language])
  return frame
}

interface Style extends Pick<Drawing, 'unit' | 'isSparse' | 'language' | 'onPoint'> {
  readonly count: number
}

function optionsOf(element: HTMLElement, { count, unit, isSparse, language, onPoint }: Style): UPlot.Options {
  const colour = (name: string) => () => getComputedStyle(element).getPropertyValue(name)
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  const time = timeOf(language)
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.2)] } },
    axes: [
      { ...axis, space: 72, size: 28, values: (_chart, ticks) => ticks.map((tick) => time.format(tick * 1000)) },
      { ...axis, size: 72, values: (_chart, ticks) => ticks.map(unit) },
    ],
    series: [
      {},
      ...COLOURS.slice(0, count).map((name) => ({
        stroke: colour(name),
        width: 2,
        points: { show: isSparse, size: 4, width: 0, fill: colour(name) },
      })),
    ],
  }
}
