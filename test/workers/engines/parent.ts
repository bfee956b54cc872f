import { EVERYTHING } from '../../../src/engine-limits.ts'
import { commandEngine } from '../../../workers/engine/command.ts'
import { calm, materialOf, taskOf } from '../engine/helpers.ts'
import { embedded, log, SIDE } from './subjects.ts'

/**
 * A separate process whose command never ends. It prints the command's process group at the first progress, for a test
 * to kill.
 */
const folder = process.argv[2] as string
let group = 0
const command = [SIDE, 'goes on for ever'] as const
const engine = commandEngine({ command, limits: EVERYTHING, embedded, log, onStart: (id) => (group = id) })
await engine.render({ task: taskOf(), material: materialOf(), folder, encoded: '' }, calm(), () => console.log(group))
