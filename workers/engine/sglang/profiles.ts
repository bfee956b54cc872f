import type { ServerProfile } from '../http/api.ts'

export const SGLANG: readonly ServerProfile[] = []
