import type { ServerResponse } from 'node:http'
import { createMeter, type Meter } from '../admission/meter.ts'
import type { Policy, Rates, Standing } from '../admission/rate.ts'
import type { Caller } from '../key/caller.ts'
import { RATE_WINDOW_MS } from '../limits.ts'

const SECONDS = RATE_WINDOW_MS / 1000

/**
 * The meter of a request over HTTP, whose answer has headers for the limit that the request counted against
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function httpMeter({ rates }: { readonly rates: Rates }, caller: Caller, response: ServerResponse): Meter {
  const values = new Map<Policy, string>()
  return createMeter(rates, caller, ({ policy, remaining, resetSeconds }: Standing) => {
    values.set(policy, `"${policy}";r=${remaining};t=${resetSeconds}`)
    if (response.headersSent) return
    response.setHeader('RateLimit-Policy', policiesOf(caller))
    response.setHeader('RateLimit', [...values.values()].join(', '))
  })
}

function policiesOf({ createsPerMinute, callsPerMinute }: Caller): string {
  return `"creates";q=${createsPerMinute};w=${SECONDS}, "calls";q=${callsPerMinute};w=${SECONDS}`
}
