import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import { Provider } from 'urql'
import { type Api, openApi } from './api/api.ts'
import { forgetKey, forgetTab, keepKey, keptKey } from './api/kept-key.ts'
import { type Account, type Ended, SessionContext } from './api/session.ts'
import { SignInDocument } from './generated/graphql.ts'
import { MissingPage } from './missing-page.tsx'
import { Late } from './parts/late.tsx'
import { OPERATOR, useIsMissing, usePlace } from './route.ts'
import { Shell } from './shell/shell.tsx'
import { type Refusal, SignIn } from './sign-in/sign-in.tsx'

const OperatorPage = lazy(() => import('./operator/operator-page.tsx').then((m) => ({ default: m.OperatorPage })))

type Opened = { readonly api: Api; readonly account: Account }

export function App() {
  const { page } = usePlace()
  const isMissing = useIsMissing()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  const [isOpening, setOpening] = useState(keptKey() !== null)
  const current = useRef<Api | null>(null)

  const end = useCallback((why: Ended) => {
    // Who has lost a key goes on with another one.
    if (why === 'left') forgetTab()
    else forgetKey()
    current.current?.close()
    current.current = null
    setOpened(null)
    setEnded(why)
  }, [])

  const open = useCallback(
    async (key: string, keep: boolean): Promise<Refusal | null> => {
      const api = openApi(key, () => {
        if (current.current === api) end('revoked')
      })
      const { data, error } = await api.client.query(SignInDocument, {}).toPromise()
      if (!data) {
        api.close()
        return error?.networkError ? 'network' : 'key'
      }
      if (keep) keepKey(key)
      current.current = api
      setEnded(null)
      setOpened({ api, account: data.account })
      // Its page is then shown at once when somebody follows the link.
      void import('./credits/credits-page.tsx').catch(() => {})
      return null
    },
    [end],
  )

  useEffect(() => {
    const key = keptKey()
    if (key && !current.current) void open(key, true).finally(() => setOpening(false))
  }, [open])

  if (isMissing) return <MissingPage />
  if (page === OPERATOR) {
    return (
      <Late>
        <OperatorPage />
      </Late>
    )
  }
  if (isOpening) return null
  if (!opened) return <SignIn ended={ended} open={open} />
  return (
    <SessionContext value={{ ...opened, signOut: () => end('left') }}>
      <Provider value={opened.api.client}>
        <Shell />
      </Provider>
    </SessionContext>
  )
}
