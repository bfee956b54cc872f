import { ConfigError } from '../../../src/config.ts'
import { installedFile } from '../../../src/lib/installed.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { ServerProfile } from '../http/api.ts'
import { comfyui } from './api.ts'
import { limitsOfWorkflow, makingOf } from './video.ts'
import { readWorkflow } from './workflow.ts'

function profileOf(name: string, path: string): ServerProfile {
  const workflow = readWorkflow(path)
  return {
    name,
    engine: 'comfyui',
    limits: limitsOfWorkflow(workflow),
    making: (task) => makingOf(workflow.video, task),
    open: (settings) => comfyui(settings, workflow),
    plainMedia: true,
  }
}

/** A workflow of this version; ENGINE_WORKFLOW replaces it. */
function shipped(model: string): ServerProfile {
  const name = `comfyui/${model}`
  const usual = profileOf(name, installedFile(`workers/engine/comfyui/${model}.json`))
  return { ...usual, configured: ({ workflow }) => (workflow === null ? usual : profileOf(name, workflow)) }
}

function unset(): never {
  throw new ConfigError('ENGINE_WORKFLOW: must be set if ENGINE_PROFILE is comfyui/workflow')
}

export const COMFYUI: readonly ServerProfile[] = [
  shipped('wan-2.2-t2v'),
  shipped('wan-2.2-i2v'),
  shipped('wan-2.2-5b'),
  {
    name: 'comfyui/workflow',
    engine: 'comfyui',
    limits: { modes: {} },
    making: ({ frames, width, height }) => ({ frames, fps: FPS, width, height }),
    open: unset,
    configured: ({ workflow }) => profileOf('comfyui/workflow', workflow ?? unset()),
  },
]
