/** A page that is hidden or covered has no frames. */
const LONGEST_MS = 250

/**
 * Gathers changes until the next frame, so that any number of pushes costs one pass. Of several changes of one id the last counts.
 * @returns a function that takes a change
 */
export function byFrame<T>(apply: (changes: ReadonlyMap<string, T>) => void): (id: string, value: T) => void {
  let gathered = new Map<string, T>()
  let frame = 0
  let timer = 0
  const flush = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    const changes = gathered
    gathered = new Map()
    apply(changes)
  }
  return (id, value) => {
    if (gathered.size === 0) {
      frame = requestAnimationFrame(flush)
      timer = window.setTimeout(flush, LONGEST_MS)
    }
    gathered.set(id, value)
  }
}
