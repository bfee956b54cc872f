import type { Log } from '../../src/lib/log.ts'
import type { Resources } from '../../src/resources.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { pipelineOf } from '../../src/task/pipeline.ts'
import type { Observer } from './worker-process.ts'

const PIPELINE: readonly string[] = pipelineOf({ resolution: '768p', sourceTaskId: null })
const OUTPUT = /([^/]+)\/(\w+)\.\d+\.\w+$/

/** Resources that report the use that the product's own worker makes of them. */
export function observedResources(resources: Resources, observer: Observer): Resources {
  return {
    ...resources,
    log: observedLog(resources.log, observer),
    storage: observedStorage(resources.storage, observer),
  }
}

/** A worker that has claimed a stage opens a log for it first. */
function observedLog(log: Log, observer: Observer): Log {
  const summary = Object.create(log) as Log
  const child = (bindings: { readonly task?: string; readonly stage?: string }) => {
    const { task, stage } = bindings
    if (task !== undefined && stage !== undefined) observer.runs(task, PIPELINE.indexOf(stage))
    return log.child(bindings)
  }
  return Object.assign(summary, { child })
}

/** A report begins when its stage's output is stored; a succeeded task no longer needs the outputs of its stages. */
function observedStorage(storage: Storage, observer: Observer): Storage {
  const partsOf = (key: string) => {
    const [, task = '', stage = ''] = OUTPUT.exec(key) ?? []
    return { task, stage: PIPELINE.indexOf(stage) }
  }
  return {
    ...storage,
    async putFile(key, path) {
      const stored = await storage.putFile(key, path)
      const { task, stage } = partsOf(key)
      observer.reports(task, stage)
      return stored
    },
    async remove(key) {
      await storage.remove(key)
      const { task, stage } = partsOf(key)
      if (PIPELINE[stage] === 'render') observer.ended(task)
    },
  }
}
