import { ConfigError, readConfig } from './config.ts'
import { startGateway } from './gateway.ts'
import { exitWith } from './lib/explain.ts'
import { stopOnSignal } from './lib/stop.ts'

/** `npm run gateway`: the doors, on a database that is there already. */

const GRACE_MS = 8000
const LIMIT_MS = 10_000

try {
  const config = readConfig()
  if (!config.databaseUrl) {
    throw new ConfigError('DATABASE_URL is not set. (`npm start` runs everything on an embedded database instead.)')
  }
  const gateway = await startGateway(config, config.databaseUrl)
  stopOnSignal(() => gateway.close(GRACE_MS), LIMIT_MS)
  console.log(`ready ${gateway.url}`)
  process.send?.({ ready: gateway.url, port: gateway.port })
} catch (error) {
  exitWith(error)
}
