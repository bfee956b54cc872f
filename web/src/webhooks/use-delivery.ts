import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'

export interface Try {
  readonly number: number
  readonly at: string
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
}

/** A delivery as REST shows it: only REST has the payload. */
export interface DeliveryDetail {
  readonly id: string
  readonly event_id: string
  readonly type: string
  readonly url: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly created_at: string
  readonly payload: unknown
  readonly history: readonly Try[]
}

/** A first try ends within fifteen seconds. */
const LOOKS = 20
const LOOK_MS = 1000

/** A delivery, read again while its first try is under way. undefined: it is being read; null: it could not be. */
export function useDelivery(id: string): DeliveryDetail | null | undefined {
  const { key } = useSession().api
  const [detail, setDetail] = useState<DeliveryDetail | null | undefined>()
  const [looks, setLooks] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look is the reason to read again
  useEffect(() => {
    const reading = new AbortController()
    void read(id, key, reading.signal).then((found) => reading.signal.aborted || setDetail(found))
    return () => reading.abort()
  }, [id, key, looks])
  const isUnderWay = detail?.status === 'pending' && detail.history.length === 0
  useEffect(() => {
    if (!isUnderWay || looks >= LOOKS) return
    const timer = setTimeout(setLooks, LOOK_MS, looks + 1)
    return () => clearTimeout(timer)
  }, [isUnderWay, looks])
  return detail
}

async function read(id: string, key: string, signal: AbortSignal): Promise<DeliveryDetail | null> {
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await fetch(`${BASE}/v1/webhooks/deliveries/${id}`, { headers, signal }).catch(() => null)
  return answer?.ok ? await answer.json().catch(() => null) : null
}
