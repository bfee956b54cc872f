import { type Server, startServer } from '../../test/support/server.ts'

export interface Contender {
  readonly name: string
  readonly about: string
  /** Path from `bench/`. */
  readonly file: string
  readonly door: Door
}

/** Requests for one video over an API, and the expected answer. */
export interface Door {
  readonly path: string
  readonly body: string
  readonly status: number
  readonly holds: string
}

const INPUT = { prompt: 'A paper boat sails across a rain puddle at dusk, slow pan, warm light', duration: 5 }

const REST: Door = { path: '/v1/videos', body: JSON.stringify(INPUT), status: 202, holds: '"id":"vid_' }

const QUERY = `mutation TaskCreate($input: TaskCreateInput!) {
  taskCreate(input: $input) {
    tasks { id status progress prompt duration seed createdAt cost { frozenMicro } }
    userErrors { code message }
  }
}`

const GRAPHQL: Door = {
  path: '/graphql',
  body: JSON.stringify({ query: QUERY, variables: { input: INPUT } }),
  status: 200,
  holds: '"id":"vid_',
}

const own = (name: string) => `bench/create/contenders/${name}.js`

/** vidgate's request over REST. */
export const OURS = { file: 'src/gateway-main.ts', door: REST } as const

export const CONTENDERS: readonly Contender[] = [
  { name: 'rest', about: 'vidgate, REST', ...OURS },
  { name: 'graphql', about: 'vidgate, GraphQL', file: 'src/gateway-main.ts', door: GRAPHQL },
  { name: 'floor', about: 'fastify + pg (floor)', file: own('floor'), door: REST },
  { name: 'mercurius', about: 'mercurius + pg', file: own('mercurius'), door: GRAPHQL },
  { name: 'apollo', about: 'Apollo Server + pg', file: own('apollo'), door: { ...GRAPHQL, path: '/' } },
  { name: 'yoga', about: 'bare Yoga + pg', file: own('yoga'), door: GRAPHQL },
  { name: 'naive', about: 'Prisma interactive + send', file: own('naive'), door: REST },
]

/** @param dir a folder for a gateway's files */
export function startContender(file: string, databaseUrl: string, dir: string): Promise<Server> {
  return startServer(file, { DATABASE_URL: databaseUrl, DATA_DIR: dir, LOG_LEVEL: 'info' })
}

/** A route that does nothing, called like REST, to measure the load generator's maximum. */
export const NOOP: Pick<Contender, 'file' | 'door'> = { file: own('noop'), door: { ...REST, holds: '' } }
