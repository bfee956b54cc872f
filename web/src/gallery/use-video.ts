import { useCallback } from 'react'
import { useClient } from 'urql'
import { WorkDocument } from '../generated/graphql.ts'
import type { Work } from './works.ts'
import { useWorks } from './works-context.ts'

/** A link that expires sooner than this is not used. */
const MARGIN_MS = 60_000

export interface Video {
  /** Signed for an hour, so that the browser can read ranges of it by itself; null once the file is gone. */
  readonly address: string | null
  /** Gets a newly signed link. */
  readonly renew: () => Promise<string | null>
}

export function useVideo({ id, output }: Pick<Work, 'id' | 'output'>): Video {
  const client = useClient()
  const works = useWorks()
  const renew = useCallback(async () => {
    const { data } = await client.query(WorkDocument, { id }, { requestPolicy: 'network-only' }).toPromise()
    if (!data?.task) return null
    works.put([data.task])
    return onThisOrigin(data.task.output?.videoUri ?? null)
  }, [client, id, works])
  const isAlive = output?.expiresAt != null && Date.parse(output.expiresAt) - Date.now() > MARGIN_MS
  return { address: isAlive ? onThisOrigin(output.videoUri) : null, renew }
}

/** The gateway that serves this page serves the file too, whatever public name it gives itself. */
function onThisOrigin(address: string | null): string | null {
  if (!address) return null
  const { pathname, search } = new URL(address)
  return pathname + search
}
