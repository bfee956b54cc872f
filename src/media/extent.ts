import type { SampleTable } from './sample-table.ts'

/** From the first moment that is shown to the end of the last, in units of the track, before edits. */
export interface Extent {
  readonly samples: number
  readonly start: number
  readonly end: number
}

/** Gathers an extent from samples in the order they are stored, which is not that they are shown in. */
export interface ExtentCounter {
  /** Where the next sample is stored in time. */
  clock: number
  /** Samples of one length, shown so much later than stored. */
  add(count: number, duration: number, offset: number): void
  extent(): Extent
}

export function createExtentCounter(): ExtentCounter {
  let samples = 0
  let start = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let end = 0
  return {
    clock: 0,
    add(count, duration, offset) {
      if (count <= 0) return
      const first = this.clock + offset
      const final = first + (count - 1) * duration
      if (first < start) start = first
      if (final >= last) {
        last = final
        end = final + duration
      }
      samples += count
      this.clock += count * duration
    },
    extent: () => ({ samples, start: samples > 0 ? start : 0, end }),
  }
}

/**
 * The time that the first samples of a table take, by their own durations; the durations in the headers above are not looked
 * at. Where the table of durations ends too early its last goes on, as players have it.
 */
export function addTable(counter: ExtentCounter, { durations, offsets }: SampleTable, samples: number): void {
  const duration = createRuns(durations, true)
  const offset = createRuns(offsets, false)
  for (let left = samples; left > 0; ) {
    const count = Math.min(left, duration.left(), offset.left())
    counter.add(count, duration.value, offset.value | 0)
    duration.take(count)
    offset.take(count)
    left -= count
  }
}

/** A table of (count, value), gone through in steps. */
function createRuns(table: SampleTable['durations'], goesOn: boolean) {
  let next = 0
  let left = 0
  return {
    value: 0,
    left() {
      while (left === 0 && next < table.count) {
        left = table.entry(next)
        this.value = table.entry(next++, 1)
      }
      if (left > 0) return left
      if (!goesOn) this.value = 0
      return Number.POSITIVE_INFINITY
    },
    take(count: number) {
      left = Math.max(0, left - count)
    },
  }
}
