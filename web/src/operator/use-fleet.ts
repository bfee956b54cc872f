import { type CombinedError, useQuery } from 'urql'
import { FleetDocument, type FleetQuery } from './generated/graphql.ts'
import { useEvery } from './use-every.ts'
import { type History, useHistory } from './use-history.ts'

/** There is no push for the operator; a look every two seconds is what the door's rate is made for. */
const LOOK_MS = 2000

/** The newest look at the fleet, and what was seen before. */
export interface FleetLook {
  /** Of the last look that succeeded. */
  readonly data: FleetQuery | undefined
  readonly error: CombinedError | undefined
  readonly history: History
  readonly again: () => void
}

export function useFleet(): FleetLook {
  const [{ data, error }, again] = useQuery({ query: FleetDocument })
  useEvery(LOOK_MS, again)
  return { data, error, history: useHistory(data), again }
}
