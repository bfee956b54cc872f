import { useState } from 'react'
import { Provider } from 'urql'
import { OperatorDesk } from './operator-desk.tsx'
import { type Operator, OperatorSignIn } from './operator-sign-in.tsx'

/** The fleet, the accounts and the prices. It has a key and a door of its own, which open nothing of a caller's. */
export function OperatorPage() {
  const [operator, setOperator] = useState<Operator | null>(null)
  if (!operator) return <OperatorSignIn onOpened={setOperator} />
  return (
    <Provider value={operator}>
      <OperatorDesk onLeave={() => setOperator(null)} />
    </Provider>
  )
}
