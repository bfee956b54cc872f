import type { Storage } from '../../src/storage/storage.ts'
import { pipelineOf } from '../../src/task/pipeline.ts'
import type { Tell } from './worker-process.ts'

const PIPELINE: readonly string[] = pipelineOf({ resolution: '768p', sourceTaskId: null })
const OUTPUT = /([^/]+)\/(\w+)\.\d+\.\w+$/

/**
 * A storage that tells what the product's own worker does. A report begins once its stage's output is stored; the first act of
 * a stage that has been claimed is to fetch the output before it; a task that has succeeded needs the outputs of its stages
 * no more.
 */
export function toldStorage(storage: Storage, tell: Tell): Storage {
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
    fetch(key, path) {
      const { task, stage } = partsOf(key)
      tell.runs(task, stage + 1)
      return storage.fetch(key, path)
    },
    async remove(key) {
      await storage.remove(key)
      const { task, stage } = partsOf(key)
      if (PIPELINE[stage] === 'render') tell.ended(task)
    },
  }
}
