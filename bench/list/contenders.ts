import type { Closing } from '../../test/support/closing.ts'
import { type Server, startServer } from '../../test/support/server.ts'
import { type Door, GRAPHQL, postgraphileDoor, REST } from './doors.ts'

export interface Contender {
  readonly name: string
  readonly about: string
  readonly door: Door
  readonly server: Server
}

const own = (name: string) => `bench/list/contenders/${name}.js`

/** Each in a separate process on the same read-only database. */
export async function openContenders(
  databaseUrl: string,
  accountId: string,
  dataDir: string,
  closing: Closing,
): Promise<Contender[]> {
  const all = [
    ['rest', 'vidgate, REST', 'src/gateway-main.ts', REST],
    ['graphql', 'vidgate, GraphQL', 'src/gateway-main.ts', GRAPHQL],
    ['floor', 'fastify + pg (floor)', own('floor'), REST],
    ['mercurius', 'mercurius + pg', own('mercurius'), GRAPHQL],
    ['postgraphile', 'PostGraphile', own('postgraphile'), postgraphileDoor(accountId)],
  ] as const
  const contenders: Contender[] = []
  for (const [name, about, file, door] of all) {
    const server = await startServer(file, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      GRAPHILE_ENV: 'production',
    })
    closing.push(server.close)
    contenders.push({ name, about, door, server })
  }
  return contenders
}

/** A server that answers at once, with this many bytes. */
export async function openNoop(bytes: number, closing: Closing): Promise<Server> {
  const server = await startServer(own('noop'), { BYTES: String(bytes) })
  closing.push(server.close)
  return server
}
