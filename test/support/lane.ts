/**
 * A lane is a process that runs one test file after another. What a file opens for itself it closes in `after`;
 * helpers that outlive their caller register here, as node:test would count a helper's `after` to the first file
 * that imports it.
 */

type Close = () => Promise<unknown>

const ofFile: Close[] = []
const ofLane: Close[] = []

/** Runs after the hooks of the running file, the last registered first. */
export function onFileEnd(close: Close): void {
  ofFile.push(close)
}

/** Runs once, when the lane has no more files, the last registered first. */
export function onLaneEnd(close: Close): void {
  ofLane.push(close)
}

export const endFile = () => closeAll(ofFile)
export const endLane = () => closeAll(ofLane)

async function closeAll(closes: Close[]): Promise<void> {
  const errors: unknown[] = []
  for (let close = closes.pop(); close; close = closes.pop()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'what the test left could not be closed')
}
