import { useState } from 'react'
import { Provider } from 'urql'
import { Fleet } from './fleet.tsx'
import { type Operator, OperatorSignIn } from './operator-sign-in.tsx'

/** The fleet behind the service. It has a key and a door of its own, which open nothing of a caller's. */
export function OperatorPage() {
  const [operator, setOperator] = useState<Operator | null>(null)
  if (!operator) return <OperatorSignIn onOpened={setOperator} />
  return (
    <Provider value={operator}>
      <Fleet onLeave={() => setOperator(null)} />
    </Provider>
  )
}
