import { createContext, type ReactNode, use } from 'react'
import { useSubscription } from 'urql'
import { useMay } from '../api/session.ts'
import { BalanceUpdatedDocument, type BalanceUpdatedSubscription } from '../generated/graphql.ts'

export type Balance = BalanceUpdatedSubscription['creditsUpdated']

const BalanceContext = createContext<Balance | null>(null)

/** The balance as the ledger pushes it; one subscription for the whole page. */
export function BalanceProvider({ children }: { readonly children: ReactNode }) {
  const [{ data }] = useSubscription({ query: BalanceUpdatedDocument, pause: !useMay('CREDITS_READ') })
  return <BalanceContext value={data?.creditsUpdated ?? null}>{children}</BalanceContext>
}

/** null until it is known, or if the key may not read it. */
export function useBalance(): Balance | null {
  return use(BalanceContext)
}
