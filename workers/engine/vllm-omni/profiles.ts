import type { EngineLimits, ModeLimits } from '../../../src/engine-limits.ts'
import type { ServerProfile } from '../http/api.ts'
import { WAN as GRID_OF_WAN, makingOn, type SizedGrid } from '../http/making.ts'
import { type OwnFields, vllmOmni } from './api.ts'
import { MINIMAX_H3 } from './minimax-h3.ts'

const SILENT: ModeLimits = { sound: false }
const WITH_SOUND: ModeLimits = { sound: true }

/** The server's form has one start image and no end image for models other than MiniMax H3. */
const fromStart = (limits: ModeLimits): ModeLimits => ({ ...limits, ends: ['start'] })

const text = (limits: ModeLimits): EngineLimits['modes'] => ({ text_to_video: limits })
const image = (limits: ModeLimits): EngineLimits['modes'] => ({ image_to_video: fromStart(limits) })

const withNegativePrompt: OwnFields = ({ task }) => ({ negative_prompt: task.negativePrompt })
const positiveOnly: OwnFields = () => ({})

function profile(
  model: string,
  modes: EngineLimits['modes'],
  grid: SizedGrid,
  own: OwnFields = withNegativePrompt,
): ServerProfile {
  const limits = { modes, progress: false }
  const name = `vllm-omni/${model}`
  return { name, engine: 'openai-video', limits, making: makingOn(grid), open: vllmOmni(own) }
}

const WAN: SizedGrid = { fps: 16, ...GRID_OF_WAN, multiple: 16 }
/** The VAE of Wan's 5B model makes 24 frames a second and cuts sizes down to multiples of 32. */
const WAN_5B: SizedGrid = { ...WAN, fps: 24, multiple: 32 }
const HUNYUAN: SizedGrid = { ...WAN, fps: 24 }
const LTX: SizedGrid = { fps: 24, step: 8, offset: 1, multiple: 32 }

/** The models that this server's recipes serve (docs/engines/vllm-omni.md). */
export const VLLM_OMNI: readonly ServerProfile[] = [
  MINIMAX_H3,
  profile('wan-2.2-t2v', text(SILENT), WAN),
  profile('wan-2.2-i2v', image(SILENT), WAN),
  profile('wan-2.2-ti2v', { ...text(SILENT), ...image(SILENT) }, WAN_5B),
  profile('ltx-2', { ...text(WITH_SOUND), ...image(WITH_SOUND) }, LTX),
  profile('ltx-2-distilled', { ...text(WITH_SOUND), ...image(WITH_SOUND) }, { ...LTX, multiple: 64 }, positiveOnly),
  profile('hunyuan-video-t2v', text(SILENT), HUNYUAN),
  profile('hunyuan-video-i2v', image(SILENT), HUNYUAN),
]
