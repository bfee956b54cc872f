import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { calm, materialOf, taskOf } from './helpers.ts'

/**
 * A separate process that renders for ever and prints the id of its child at the first progress, for a test to kill.
 */
const folder = process.argv[2] as string
let pid = 0
const engine = proceduralEngine({ preset: 'ultrafast', onChild: (id) => (pid = id) })
const task = taskOf({ frames: 100000 })
const material = materialOf()
const { path } = await engine.encode({ task, material, folder }, calm(), () => {})
let shown = false
await engine.render({ task, material, folder, encoded: path }, calm(), () => {
  if (!shown) console.log(pid)
  shown = true
})
