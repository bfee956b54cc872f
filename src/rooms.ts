import { createVerifier, type Verifier } from './key/verify.ts'
import { sharedSecret } from './lib/setting.ts'
import { type Bus, createBus } from './push/bus.ts'
import { followLog } from './push/tail.ts'
import type { Resources } from './resources.ts'
import { createLinks, type Links } from './storage/link.ts'
import { createLanes, type Lanes } from './task/lanes.ts'

/** What a gateway's doors open onto. */
export interface Rooms {
  readonly resources: Resources
  readonly lanes: Lanes
  readonly bus: Bus
  readonly verifier: Verifier
  readonly links: Links
  /** Address that callers reach this service at, without a trailing slash; known once it listens. */
  publicUrl: string
  close(): Promise<void>
}

export async function openRooms(resources: Resources, databaseUrl: string): Promise<Rooms> {
  const bus = createBus()
  const tail = await followLog({ pool: resources.pool, log: resources.log, databaseUrl }, bus.publish)
  return {
    resources,
    lanes: createLanes(resources),
    bus,
    verifier: createVerifier(resources, resources.config.seedApiKey),
    links: createLinks(await sharedSecret(resources.pool, 'link_secret')),
    publicUrl: resources.config.publicUrl ?? '',
    async close() {
      await tail.close()
      bus.close()
    },
  }
}
