import { type CombinedError, useQuery } from 'urql'
import { FleetDocument, type FleetQuery } from './generated/graphql.ts'
import { useEvery } from './use-every.ts'

/** The operator's API has no push; its rate limit allows a reading every two seconds. */
const LOOK_MS = 2000

export interface FleetLook {
  /** Of the last reading that succeeded. */
  readonly data: FleetQuery | undefined
  readonly error: CombinedError | undefined
  readonly again: () => void
}

export function useFleet(): FleetLook {
  const [{ data, error }, again] = useQuery({ query: FleetDocument })
  useEvery(LOOK_MS, again)
  return { data, error, again }
}
