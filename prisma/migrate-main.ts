import { ConfigError, readConfig } from '../src/config.ts'
import { exitWith } from '../src/lib/explain.ts'
import { prepareDatabase } from './prepare.ts'

/** `npm run migrate`: for deployments, before their gateways and workers start. */

try {
  const config = readConfig()
  if (!config.databaseUrl) throw new ConfigError('DATABASE_URL is not set.')
  const key = await prepareDatabase(config.databaseUrl, config.seedApiKey)
  console.log('The database is up to date.')
  if (key) console.log(`First account's API key, shown only once: ${key}`)
} catch (error) {
  exitWith(error)
}
