import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { type KeyFragment, RevokeKeyDocument } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'

export function KeyRow({ apiKey }: { readonly apiKey: KeyFragment }) {
  const { t } = useTranslation()
  const [{ fetching }, send] = useMutation(RevokeKeyDocument)
  const [problem, setProblem] = useState<string | null>(null)
  const revoke = async () => {
    if (!confirm(t('keys.confirmRevoke', { name: apiKey.name }))) return
    const { data, error } = await send({ id: apiKey.id })
    setProblem(failureOf(t, error, data?.apiKeyRevoke?.userErrors))
  }
  return (
    <tr>
      <th scope="row">{apiKey.name}</th>
      <td>
        <code>{apiKey.redactedValue}</code>
      </td>
      <td data-wide data-text>
        {apiKey.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}
      </td>
      <td>{apiKey.lastUsedAt ? <Ago at={apiKey.lastUsedAt} /> : t('keys.never')}</td>
      <td>{t(`keyStatus.${apiKey.status}`)}</td>
      <td>
        {apiKey.status === 'ACTIVE' ? (
          <Button look="danger" disabled={fetching} onClick={revoke}>
            {t('keys.revoke')}
          </Button>
        ) : null}
        {problem ? <p role="alert">{problem}</p> : null}
      </td>
    </tr>
  )
}
