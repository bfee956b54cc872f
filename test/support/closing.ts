/** Resources to close at the end, last opened first. */
export type Closing = (() => unknown)[]

/** Runs a benchmark or a chaos run and closes its resources, even if interrupted. @returns whether all rules were kept */
export async function runWhole(work: (closing: Closing) => Promise<void>): Promise<boolean> {
  const closing: Closing = []
  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  const interrupt = () => void closeAll().finally(() => process.exit(130))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    await work(closing)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    await closeAll()
  }
}

/** Runs a part of one and closes its resources. */
export async function runPart<T>(closing: Closing, work: (closing: Closing) => Promise<T>): Promise<T> {
  const own: Closing = []
  const closeOwn = async () => {
    for (const close of own.splice(0).reverse()) await close()
  }
  closing.push(closeOwn)
  try {
    return await work(own)
  } finally {
    await closeOwn()
  }
}
