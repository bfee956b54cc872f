import { useState } from 'react'
import { Provider } from 'urql'
import '../locales/operator.ts'
import { OperatorDesk } from './operator-desk.tsx'
import { OperatorKeyContext } from './operator-key.ts'
import { type Operator, OperatorSignIn } from './operator-sign-in.tsx'

/** Workers, accounts and prices. The page has its own key and API, which give no access to a caller's data. */
export function OperatorPage() {
  const [operator, setOperator] = useState<Operator | null>(null)
  if (!operator) return <OperatorSignIn onOpened={setOperator} />
  return (
    <OperatorKeyContext value={operator.key}>
      <Provider value={operator.client}>
        <OperatorDesk onLeave={() => setOperator(null)} />
      </Provider>
    </OperatorKeyContext>
  )
}
