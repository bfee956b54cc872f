import { openRates, type Rates } from './admission/rate.ts'
import { type LedgerNews, openLedgerNews } from './credit/news.ts'
import { exemptKeys } from './key/exempt.ts'
import { createKeyGuard, type KeyGuard } from './key/guard.ts'
import { createReadTokens, type ReadTokens } from './key/read-token.ts'
import { followChanges } from './key/rows.ts'
import { createSlots, type Slots } from './key/slots.ts'
import { createVerifier, type Verifier } from './key/verify.ts'
import { sharedSecret } from './lib/setting.ts'
import { EVENT_STREAMS_PER_KEY } from './limits.ts'
import { createProber, type Prober } from './media/prober.ts'
import { createChatOptimizer } from './prompt/chat.ts'
import type { Optimizer } from './prompt/optimizer.ts'
import { rewritePrompt } from './prompt/rules.ts'
import { type Bus, createBus } from './push/bus.ts'
import { followLog } from './push/tail.ts'
import type { Resources } from './resources.ts'
import { createLinks, type Links } from './storage/link.ts'
import { type StorageState, watchStorage } from './storage/state.ts'
import { createLanes, type Lanes } from './task/lanes.ts'
import { createLedgerExports, type LedgerExports } from './task/ledger-export.ts'

/** What a gateway's doors open onto. */
export interface Rooms {
  readonly resources: Resources
  readonly storageState: Pick<StorageState, 'isAvailable'>
  readonly lanes: Lanes
  readonly bus: Bus
  readonly ledgerNews: LedgerNews
  readonly verifier: Verifier
  readonly keyGuard: KeyGuard
  readonly readTokens: ReadTokens
  /** Of event streams, by either door. */
  readonly eventStreams: Slots
  readonly ledgerExports: LedgerExports
  readonly rates: Rates
  readonly links: Links
  readonly optimizer: Optimizer
  readonly prober: Prober
  /** Address that callers reach this service at, without a trailing slash; known once it listens. */
  publicUrl: string
  close(): Promise<void>
}

export async function openRooms(opened: Resources): Promise<Rooms> {
  const storageState = watchStorage(opened.storage, opened.log)
  const resources = { ...opened, storage: storageState.storage }
  const bus = createBus()
  const tail = await followLog(resources, bus)
  const ledgerNews = openLedgerNews(resources, bus)
  const rates = await openRates(resources)
  const { promptOptimizer } = resources.config
  const prober = createProber()
  const readTokens = createReadTokens(await sharedSecret(resources.pool, 'read_token_secret'))
  followChanges(resources.pool, resources.listener)
  const verifier = createVerifier(resources, readTokens, await exemptKeys(resources.pool, resources.config.seedApiKey))
  return {
    resources,
    storageState,
    lanes: createLanes(resources),
    bus,
    ledgerNews,
    verifier,
    keyGuard: createKeyGuard(verifier),
    readTokens,
    eventStreams: createSlots(EVENT_STREAMS_PER_KEY),
    ledgerExports: createLedgerExports(resources),
    rates,
    links: createLinks(await sharedSecret(resources.pool, 'link_secret')),
    optimizer: promptOptimizer ? createChatOptimizer(promptOptimizer) : async (prompt) => rewritePrompt(prompt),
    prober,
    publicUrl: resources.config.publicUrl ?? '',
    async close() {
      await Promise.all([tail.close(), ledgerNews.close(), rates.close(), prober.close()])
      bus.close()
    },
  }
}
