import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before a contender: collects its garbage on request, so that memory can be compared. */

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('message', async ({ collect: asked }) => {
  if (!asked) return
  // Twice, with a turn between: objects released by finalizers are collected the second time.
  collect()
  await new Promise(setImmediate)
  collect()
  process.send({ collected: true })
})
