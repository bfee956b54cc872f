import { readConfig } from './config.ts'
import { exitWith, explain } from './lib/explain.ts'
import { stopOnSignal } from './lib/stop.ts'
import { type RunningService, startService } from './service.ts'

/** `npm start`: embedded Postgres, gateway and one worker, in one command. */

const LIMIT_MS = 25_000

try {
  const service = await startService(readConfig())
  const stop = stopOnSignal(() => service.close(), LIMIT_MS)
  service.failed.catch((error: unknown) => {
    console.error(explain(error))
    stop(1)
  })
  console.log(welcome(service))
  console.log(`ready ${service.url}`)
} catch (error) {
  exitWith(error)
}

function welcome({ url, firstKey, keyFile }: RunningService): string {
  const key = firstKey ? `${firstKey}  (shown only once; stored in ${keyFile})` : `in ${keyFile}`
  return [
    '',
    'vidgate is running',
    `  Console     ${url}/`,
    `  Playground  ${url}/graphql`,
    `  REST docs   ${url}/v1/docs`,
    `  API key     ${key}`,
    '',
  ].join('\n')
}
