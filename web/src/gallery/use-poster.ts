import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'

/** Small pictures by work, kept for the session: each is fetched once. */
const posters = new Map<string, Promise<string | null>>()

/** A local URL of a finished work's picture. */
export function usePoster(workId: string, isThere: boolean): string | null {
  const { api } = useSession()
  const [poster, setPoster] = useState<string | null>(null)
  useEffect(() => {
    if (!isThere) return
    let isWanted = true
    const found = posters.get(workId) ?? fetchPicture(workId, 'thumbnail', api.key)
    posters.set(workId, found)
    void found.then((address) => {
      if (!address) posters.delete(workId)
      if (isWanted) setPoster(address)
    })
    return () => {
      isWanted = false
    }
  }, [api, workId, isThere])
  return poster
}

/** Fetched with the key, which an `<img>` cannot send. */
export async function fetchPicture(
  workId: string,
  variant: 'thumbnail' | 'preview',
  key: string,
): Promise<string | null> {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${BASE}/v1/videos/${workId}/content?variant=${variant}`, { headers }).catch(() => null)
  return response?.ok ? URL.createObjectURL(await response.blob()) : null
}
