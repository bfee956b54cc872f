import { COMFYUI } from './comfyui/profiles.ts'
import type { ServerProfile } from './http/api.ts'
import { LIGHTX2V } from './lightx2v/profiles.ts'
import { SGLANG } from './sglang/profiles.ts'
import { VLLM_OMNI } from './vllm-omni/profiles.ts'

/** The servers and models that this version knows (docs/engines). */
export const PROFILES: readonly ServerProfile[] = [...VLLM_OMNI, ...SGLANG, ...LIGHTX2V, ...COMFYUI]
