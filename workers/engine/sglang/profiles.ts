import type { ServerProfile } from '../http/api.ts'
import { MINIMAX_H3 } from './minimax-h3.ts'
import { WAN } from './wan.ts'

export const SGLANG: readonly ServerProfile[] = [...MINIMAX_H3, ...WAN]
