import type { SampleTable } from './sample-table.ts'

/** From the start of the first shown sample to the end of the last, in units of the track, before edits. */
export interface Extent {
  readonly samples: number
  readonly start: number
  readonly end: number
}

/** Computes an extent from samples in storage order, which can differ from display order. */
export interface ExtentCounter {
  /** Decoding time of the next sample. */
  clock: number
  /** Samples of one duration; `offset` is the delay from decoding to display. */
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
 * Adds the first samples of a table, by their own durations; the durations in headers are ignored. If the table of
 * durations is too short, its last duration repeats, as in players.
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

/** A table of (count, value), read in steps. */
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
