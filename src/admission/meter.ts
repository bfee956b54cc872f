import type { DomainError } from '../errors.ts'
import { type Calling, type Rates, rateError, type Standing } from './rate.ts'

/** Rate limit of one request, over REST or GraphQL (docs/rules/limits.md#rates). */
export interface Meter {
  /** Counts calls, all or none. @returns the refusal if they exceed the limit */
  count(calls: number): DomainError | null
  /**
   * Runs a create, which is counted separately inside its transaction. A create that fails before it is counted costs a call.
   * @param run calls `rated` with the key's standing once its create is counted
   * @throws DomainError 429 rate_limit_exceeded in place of the refusal, if no calls are left either
   */
  create<T>(run: (rated: (standing: Standing) => void) => Promise<T>): Promise<T>
  /** The error of a failed request, which costs a call if nothing was charged yet. */
  failed(error: unknown): unknown
}

/**
 * @param report called after each charge with the rest of the limit
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
