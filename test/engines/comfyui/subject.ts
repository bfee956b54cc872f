import type { Order, ServerProfile, VideoApi } from '../../../workers/engine/http/api.ts'
import { begin, untilDone } from '../../../workers/engine/http/watch.ts'
import { PROFILES } from '../../../workers/engine/profiles.ts'
import type { ServerSettings } from '../../../workers/engine/settings.ts'
import { calm, ignore, materialOf, taskOf } from '../../workers/engine/helpers.ts'
import { PATIENT, serverSettings } from '../../workers/engines/subjects.ts'

export interface Opened {
  readonly profile: ServerProfile
  readonly api: VideoApi
}

/** A profile with its protocol, without the parts of a render that are the same on every server. */
export function openProfile(name: string, url: string, wishes: Partial<ServerSettings> = {}): Opened {
  const settings = serverSettings(name, url, wishes)
  const found = PROFILES.find((each) => each.name === name)
  if (!found) throw new Error(`there is no profile ${name}`)
  const profile = found.configured?.(settings) ?? found
  return { profile, api: profile.open(settings) }
}

type Wishes = Partial<Pick<Order, 'material' | 'accelerated'>> & { task?: Parameters<typeof taskOf>[0] }

export function orderOf(
  { profile }: Opened,
  { task: wishes, material = materialOf(), accelerated = false }: Wishes,
): Order {
  const task = taskOf(wishes)
  return { task, making: profile.making(task), material, accelerated }
}

/** Makes a video on the server without its download. @returns its id there */
export async function makeThere(opened: Opened, wishes: Wishes): Promise<string> {
  const order = orderOf(opened, wishes)
  const id = await begin(opened.api, order, calm(), PATIENT)
  await untilDone(opened.api, id, { signal: calm(), pace: PATIENT, hasMaterial: true }, ignore)
  return id
}
