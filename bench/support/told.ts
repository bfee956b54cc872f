import type { Log } from '../../src/lib/log.ts'
import type { Resources } from '../../src/resources.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { pipelineOf } from '../../src/task/pipeline.ts'
import type { Tell } from './worker-process.ts'

const PIPELINE: readonly string[] = pipelineOf({ resolution: '768p', sourceTaskId: null })
const OUTPUT = /([^/]+)\/(\w+)\.\d+\.\w+$/

/** Resources that report the use that the product's own worker makes of them. */
export function toldResources(resources: Resources, tell: Tell): Resources {
  return { ...resources, log: toldLog(resources.log, tell), storage: toldStorage(resources.storage, tell) }
}

/** A worker that has claimed a stage opens a log for it first. */
function toldLog(log: Log, tell: Tell): Log {
  const told = Object.create(log) as Log
  const child = (bindings: { readonly task?: string; readonly stage?: string }) => {
    const { task, stage } = bindings
    if (task !== undefined && stage !== undefined) tell.runs(task, PIPELINE.indexOf(stage))
    return log.child(bindings)
  }
  return Object.assign(told, { child })
}

/** A report begins when its stage's output is stored; a succeeded task no longer needs the outputs of its stages. */
function toldStorage(storage: Storage, tell: Tell): Storage {
  const partsOf = (key: string) => {
    const [, task = '', stage = ''] = OUTPUT.exec(key) ?? []
    return { task, stage: PIPELINE.indexOf(stage) }
  }
  return {
    ...storage,
    async putFile(key, path) {
      const stored = await storage.putFile(key, path)
      const { task, stage } = partsOf(key)
      tell.reports(task, stage)
      return stored
    },
    async remove(key) {
      await storage.remove(key)
      const { task, stage } = partsOf(key)
      if (PIPELINE[stage] === 'render') tell.ended(task)
    },
  }
}
