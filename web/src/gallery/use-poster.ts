import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'

/** Small pictures by work, kept for the session: each is fetched once. */
const posters = new Map<string, Promise<string | null>>()

/** A local URL of a finished work's picture. The picture is fetched with the key, which an `<img>` cannot send. */
export function usePoster(workId: string, isThere: boolean): string | null {
  const { api } = useSession()
  const [poster, setPoster] = useState<string | null>(null)
  useEffect(() => {
    if (!isThere) return
    let isWanted = true
    const found = posters.get(workId) ?? fetchPoster(workId, api.key)
    posters.set(workId, found)
    void found.then((address) => isWanted && setPoster(address))
    return () => {
      isWanted = false
    }
  }, [api, workId, isThere])
  return poster
}

async function fetchPoster(workId: string, key: string): Promise<string | null> {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${BASE}/v1/videos/${workId}/content?variant=thumbnail`, { headers }).catch(() => null)
  if (response?.ok) return URL.createObjectURL(await response.blob())
  posters.delete(workId)
  return null
}
