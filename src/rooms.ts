import { openRates, type Rates } from './admission/rate.ts'
import { createVerifier, type Verifier } from './key/verify.ts'
import { sharedSecret } from './lib/setting.ts'
import { createProber, type Prober } from './media/prober.ts'
import { createOptimizer, type Optimizer } from './prompt/optimizer.ts'
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
  readonly rates: Rates
  readonly links: Links
  readonly optimizer: Optimizer
  readonly prober: Prober
  /** Address that callers reach this service at, without a trailing slash; known once it listens. */
  publicUrl: string
  close(): Promise<void>
}

export async function openRooms(resources: Resources, databaseUrl: string): Promise<Rooms> {
  const bus = createBus()
  const tail = await followLog({ pool: resources.pool, log: resources.log, databaseUrl }, bus)
  const rates = await openRates(resources)
  const prober = createProber()
  return {
    resources,
    lanes: createLanes(resources),
    bus,
    verifier: createVerifier(resources, resources.config.seedApiKey),
    rates,
    links: createLinks(await sharedSecret(resources.pool, 'link_secret')),
    optimizer: createOptimizer(resources.config),
    prober,
    publicUrl: resources.config.publicUrl ?? '',
    async close() {
      await Promise.all([tail.close(), rates.close(), prober.close()])
      bus.close()
    },
  }
}
