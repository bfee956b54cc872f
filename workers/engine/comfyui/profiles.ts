import type { ServerProfile } from '../http/api.ts'

export const COMFYUI: readonly ServerProfile[] = []
