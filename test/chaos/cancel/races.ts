import {
  cancelAgainstCancel,
  cancelAgainstClaim,
  cancelAgainstDelete,
  cancelAgainstReaper,
  cancelAgainstReport,
  cancelAgainstSuccess,
} from './cancel-races.ts'
import type { Race } from './contend.ts'
import {
  deleteAgainstUpscale,
  upscaleAgainstErasure,
  upscaleAgainstPrice,
  upscaleAgainstUpscale,
} from './upscale-races.ts'

/** Every race, by its two contenders. */
export const RACES: Readonly<Record<string, Race>> = {
  'cancel, report': cancelAgainstReport,
  'cancel, report of success': cancelAgainstSuccess,
  'cancel, claim': cancelAgainstClaim,
  'cancel, reaper': cancelAgainstReaper,
  'cancel, cancel': cancelAgainstCancel,
  'cancel, delete': cancelAgainstDelete,
  'delete, upscale': deleteAgainstUpscale,
  'upscale, upscale': upscaleAgainstUpscale,
  'upscale, price change': upscaleAgainstPrice,
  'upscale, removal of the bytes': upscaleAgainstErasure,
}

export const RACE_NAMES: readonly string[] = Object.keys(RACES)
