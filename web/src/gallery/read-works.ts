import { type Client, type CombinedError, stringifyDocument } from 'urql'
import { WorkFragmentDoc } from '../generated/graphql.ts'
import type { Work } from './work.ts'

/** The gateway allows 30 aliases in a document. */
const PER_QUERY = 25

export interface WorksRead {
  readonly works: readonly Work[]
  /** Ids of no work. */
  readonly missing: readonly string[]
  readonly error: CombinedError | null
}

/** Works by their ids, as far as they can be read. */
export async function readWorks(client: Client, ids: readonly string[]): Promise<WorksRead> {
  const works: Work[] = []
  const missing: string[] = []
  for (let from = 0; from < ids.length; from += PER_QUERY) {
    const part = ids.slice(from, from + PER_QUERY)
    const parameters = part.map((_, at) => `$id${at}: ID!`).join(', ')
    const fields = part.map((_, at) => `work${at}: task(id: $id${at}) { ...Work }`).join('\n')
    const text = `query WorksById(${parameters}) {\n${fields}\n}\n${stringifyDocument(WorkFragmentDoc)}`
    const variables = Object.fromEntries(part.map((id, at) => [`id${at}`, id]))
    const read = client.query<Record<string, Work | null>>(text, variables, { requestPolicy: 'network-only' })
    const { data, error } = await read.toPromise()
    if (!data || error) return { works, missing, error: error ?? null }
    part.forEach((id, at) => {
      const work = data[`work${at}`]
      if (work) works.push(work)
      else missing.push(id)
    })
  }
  return { works, missing, error: null }
}
