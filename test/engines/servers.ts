import type { TestContext } from 'node:test'
import { startModelServer } from '../workers/engines/model-server.ts'
import { honest } from '../workers/engines/tricks.ts'
import { startComfyui } from './comfyui.ts'
import { startLightx2v } from './lightx2v.ts'
import type { ServerTask } from './lightx2v-models.ts'
import { minimaxH3 } from './sglang/minimax-h3.ts'
import { CHECKPOINTS, wan as sglangWan } from './sglang/wan.ts'
import { type Judge, startSglang } from './sglang.ts'
import { hunyuan, ltx, type Model, vllmOmni, wan } from './vllm-omni.ts'
import { MINIMAX_H3 } from './vllm-omni-h3.ts'

/** The model that a vLLM-Omni server serves for each profile. */
export const VLLM_OMNI_MODELS: Readonly<Record<string, Model>> = {
  'vllm-omni/minimax-h3': MINIMAX_H3,
  'vllm-omni/wan-2.2-t2v': wan({ image: 'never', multiple: 16 }),
  'vllm-omni/wan-2.2-i2v': wan({ image: 'must', multiple: 16 }),
  'vllm-omni/wan-2.2-ti2v': wan({ image: 'may', multiple: 32 }),
  'vllm-omni/ltx-2': ltx({ multiple: 32, distilled: false }),
  'vllm-omni/ltx-2-distilled': ltx({ multiple: 64, distilled: true }),
  'vllm-omni/hunyuan-video-t2v': hunyuan('never'),
  'vllm-omni/hunyuan-video-i2v': hunyuan('must'),
}

/** The checkpoint that an SGLang server serves for each profile. */
export const SGLANG_JUDGES: Readonly<Record<string, Judge>> = {
  'sglang/minimax-h3': minimaxH3('fl2va'),
  'sglang/minimax-h3-ref2va': minimaxH3('ref2va'),
  ...Object.fromEntries(Object.entries(CHECKPOINTS).map(([name, checkpoint]) => [name, sglangWan(checkpoint)])),
}

/** Starts the stand-in of a profile's server. */
export function startServerOf(t: TestContext, profile: string): Promise<{ readonly url: string }> {
  const [model, judge] = [VLLM_OMNI_MODELS[profile], SGLANG_JUDGES[profile]]
  if (model) return startModelServer(t, vllmOmni(model), honest)
  if (judge) return startSglang(t, judge)
  if (profile.startsWith('comfyui/')) return startComfyui(t)
  return startLightx2v(t, { task: profile.slice(profile.lastIndexOf('-') + 1) as ServerTask })
}
