import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { fetchPicture } from './use-poster.ts'
import type { Work } from './works.ts'

/** A local URL of an unfinished work's newest preview; the one before is shown until the next has arrived. */
export function usePreview({ id, preview }: Pick<Work, 'id' | 'preview'>): string | null {
  const { api } = useSession()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (preview === null) return
    let isWanted = true
    void fetchPicture(id, 'preview', api.key).then((found) => {
      if (found && isWanted) setAddress(found)
      else if (found) URL.revokeObjectURL(found)
    })
    return () => {
      isWanted = false
    }
  }, [api, id, preview])
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  return address
}
