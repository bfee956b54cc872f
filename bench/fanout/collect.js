import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before a contender: collects its garbage when asked, so that its memory can be compared. */

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('message', async ({ collect: asked }) => {
  if (!asked) return
  // Twice, with a turn between: what finalizers let go of is garbage of the second.
  collect()
  await new Promise(setImmediate)
  collect()
  process.send({ collected: true })
})
