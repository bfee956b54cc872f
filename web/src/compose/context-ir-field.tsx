import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { useMay, useSession } from '../api/session.ts'
import { SaveDefaultsDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import { Toggle } from '../parts/toggle.tsx'
import type { Settings } from './settings.ts'

/** A switch below the prompt, with a button to save a different value as the account's default (spec 4.1). */
export function ContextIrField({ settings: { draft, set } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  const { account } = useSession()
  const maySave = useMay('VIDEOS_WRITE')
  const [saved, setSaved] = useState(account.defaults.useContextIr)
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, save] = useMutation(SaveDefaultsDocument)
  const saveDefault = async () => {
    const { data, error } = await save({ useContextIr: draft.useContextIr })
    setProblem(failureOf(t, error, data?.accountUpdate?.userErrors))
    if (data?.accountUpdate?.account) setSaved(data.accountUpdate.account.defaults.useContextIr)
  }
  const offer =
    saved === draft.useContextIr || !maySave ? null : (
      <Button look="link" disabled={fetching} onClick={saveDefault}>
        {t('compose.saveDefault')}
      </Button>
    )
  return (
    <Toggle
      label={t('fields.useContextIr')}
      hint={
        <>
          {problem ?? t('compose.contextIrHint')} {offer}
        </>
      }
      checked={draft.useContextIr}
      onChange={(useContextIr) => set({ useContextIr })}
    />
  )
}
