import { createContext, use } from 'react'

export const OperatorKeyContext = createContext('')

/** The operator's key, for addresses other than the operator's GraphQL. */
export function useOperatorKey(): string {
  return use(OperatorKeyContext)
}
