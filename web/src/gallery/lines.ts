import { ASPECTS } from '../parts/aspect.ts'
import { rowsOf } from './rows.ts'
import type { Listed } from './works.ts'

export const GAP = 12

/** Height of the words under a picture, and of a group's head. */
const FOOT = 48
const HEAD = 24

/** Height of a day's name. */
const DAY = 12

/** A line of the gallery: the name of a day, a row of works, or the takes of one create. */
export interface Line {
  readonly key: string
  readonly works: readonly Listed[]
  /** Pixels of each. */
  readonly widths: readonly number[]
  readonly areTakes: boolean
  /** The day that it names; null for a line of works. */
  readonly day: number | null
  /** Pixels, about. */
  readonly height: number
}

const ratioOf = ({ aspectRatio }: Listed) => ASPECTS[aspectRatio].width / ASPECTS[aspectRatio].height

/** The works in lines that fill a width, each day's under its name. */
export function linesOf(works: readonly Listed[], width: number, wish: number): readonly Line[] {
  return daysOf(works).flatMap(([day, ofDay]) => [
    { key: `day ${day}`, works: [], widths: [], areTakes: false, day, height: DAY },
    ...blocksOf(ofDay).flatMap((block) =>
      block[0]?.groupId ? [takesOf(block, width, wish)] : plainOf(block, width, wish),
    ),
  ])
}

/** Works by the day of their creation, in the viewer's time zone: its first moment, in milliseconds. */
function daysOf(works: readonly Listed[]): readonly (readonly [day: number, works: readonly Listed[]])[] {
  const days: [number, Listed[]][] = []
  for (const work of works) {
    const day = dayOf(work.createdAt)
    const last = days.at(-1)
    if (last?.[0] === day) last[1].push(work)
    else days.push([day, [work]])
  }
  return days
}

/** The first moment of a day in the viewer's time zone, in milliseconds. */
export function dayOf(time: string | number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

function plainOf(works: readonly Listed[], width: number, wish: number): readonly Line[] {
  const ratios = works.map(ratioOf)
  return rowsOf(ratios, width, GAP, wish).map(({ from, to, height }) => ({
    // The oldest names the line: a new work then moves the fewest.
    key: works[to - 1]?.id ?? '',
    works: works.slice(from, to),
    // A hair less, so that rounding breaks no row.
    widths: ratios.slice(from, to).map((ratio) => Math.floor(height * ratio * 10) / 10 - 0.1),
    areTakes: false,
    day: null,
    height: height + FOOT,
  }))
}

/** The room that the edge of a group takes. */
const EDGE = 14

/** Takes are equal, whatever room the last one has. */
function takesOf(works: readonly Listed[], width: number, wish: number): Line {
  const [first] = works
  const ratio = first ? ratioOf(first) : 1
  const room = width - EDGE
  const widest = (columns: number) => (room - GAP * (columns - 1)) / columns
  // As many beside each other as are not too small, and with as many in each row.
  const fitting = [4, 3, 2].filter((columns) => works.length % columns === 0 && widest(columns) >= (wish * ratio) / 2)
  const columns = fitting[0] ?? (works.length > 1 && widest(2) >= 96 ? 2 : 1)
  const tile = Math.floor(Math.min(widest(columns), wish * ratio) * 10) / 10 - 0.1
  const height = HEAD + Math.ceil(works.length / columns) * (tile / ratio + FOOT)
  const key = first?.groupId ?? ''
  return { key, works, widths: works.map(() => tile), areTakes: true, day: null, height }
}

/** Neighbours of one group, and runs of works of no group. */
function blocksOf(works: readonly Listed[]): readonly (readonly Listed[])[] {
  const blocks: Listed[][] = []
  for (const work of works) {
    const last = blocks.at(-1)
    if (last?.[0]?.groupId === work.groupId) last?.push(work)
    else blocks.push([work])
  }
  return blocks
}
