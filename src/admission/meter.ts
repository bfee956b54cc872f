import type { DomainError } from '../errors.ts'
import { type Calling, type Rates, rateError, type Standing } from './rate.ts'

/** What one request is charged to, by any door (docs/rules/limits.md#rates). */
export interface Meter {
  /** Counts calls, all or none. @returns the refusal where they are too many */
  count(calls: number): DomainError | null
  /**
   * Runs a create, which is charged to a count of its own inside its transaction. One that is refused on the way there, or
   * breaks, costs a call.
   * @param run calls `rated` with where the key stands once its create is counted
   * @throws DomainError 429 rate_limit_exceeded in place of such a refusal, where the calls are used up too
   */
  create<T>(run: (rated: (standing: Standing) => void) => Promise<T>): Promise<T>
  /** What to answer to a request that failed: it costs a call where nothing was charged yet. */
  failed(error: unknown): unknown
}

/**
 * @param tell called after each charge with the rest of the limit
 * @param refuse makes the error for calls over the limit
 */
export function createMeter(
  rates: Rates,
  calling: Calling,
  report: (standing: Standing) => void,
  refuse: (standing: Standing) => DomainError = rateError,
): Meter {
  let charged = false

  const charge = (standing: Standing) => {
    charged = true
    report(standing)
  }

  const count = (calls: number) => {
    const standing = rates.count(calling, calls)
    charge(standing)
    return standing.exceeded ? refuse(standing) : null
  }

  return {
    count,
    async create(run) {
      let rated = false
      try {
        return await run((standing) => {
          rated = true
          charge(standing)
        })
      } catch (error) {
        throw rated ? error : (count(1) ?? error)
      }
    },
    failed: (error) => (charged ? error : (count(1) ?? error)),
  }
}
