import { useState } from 'react'
import { Provider } from 'urql'
import { OperatorDesk } from './operator-desk.tsx'
import { type Operator, OperatorSignIn } from './operator-sign-in.tsx'

/** Workers, accounts and prices. The page has its own key and API, which give no access to a caller's data. */
export function OperatorPage() {
  const [operator, setOperator] = useState<Operator | null>(null)
  if (!operator) return <OperatorSignIn onOpened={setOperator} />
  return (
    <Provider value={operator}>
      <OperatorDesk onLeave={() => setOperator(null)} />
    </Provider>
  )
}
