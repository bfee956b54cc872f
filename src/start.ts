import { ConfigError, readConfig } from './config.ts'
import { stopOnSignal } from './lib/stop.ts'
import { type RunningService, startService } from './service.ts'

/** `npm start`: embedded Postgres, gateway and one worker, in one command. */

const LIMIT_MS = 25_000

try {
  const config = readConfig()
  const service = await startService(config)
  stopOnSignal(() => service.close(), LIMIT_MS)
  console.log(welcome(service))
  console.log(`ready ${service.url}`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

function welcome({ url, firstKey, keyFile }: RunningService): string {
  const key = firstKey ? `${firstKey}  (shown this once; kept in ${keyFile})` : `in ${keyFile}`
  return [
    '',
    'vidgate is running',
    `  Playground  ${url}/graphql`,
    `  GraphQL     ${url}/graphql`,
    `  REST        ${url}/v1`,
    `  API key     ${key}`,
    '',
  ].join('\n')
}
