import { useCallback } from 'react'
import { type Client, useClient } from 'urql'
import { WorkDocument } from '../generated/graphql.ts'
import type { Work, Works } from './works.ts'
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
  const renew = useCallback(() => renewAddress(client, works, id), [client, id, works])
  return { address: addressOf({ output }), renew }
}

/** The link to the file of a video; null if there is none, or if it expires too soon. */
export function addressOf({ output }: Pick<Work, 'output'>): string | null {
  const isAlive = output?.expiresAt != null && Date.parse(output.expiresAt) - Date.now() > MARGIN_MS
  return isAlive ? onThisOrigin(output.videoUri) : null
}

/** A newly signed link; null if the file is gone or the gateway cannot be reached. */
export async function renewAddress(client: Client, works: Works, id: string): Promise<string | null> {
  const { data } = await client.query(WorkDocument, { id }, { requestPolicy: 'network-only' }).toPromise()
  if (!data?.task) return null
  works.put([data.task])
  return onThisOrigin(data.task.output?.videoUri ?? null)
}

/** Lets the browser save a video as a file. */
export function saveVideo(id: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${id}.mp4`
  link.click()
}

/** The gateway that serves this page serves the file too, whatever public name it gives itself. */
function onThisOrigin(address: string | null): string | null {
  if (!address) return null
  const { pathname, search } = new URL(address)
  return pathname + search
}
