import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { type KeyFragment, RevokeKeyDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { failureOf } from '../parts/refusal.ts'
import styles from './key-form.module.css'

interface RevokeDialogProps {
  readonly apiKey: KeyFragment
  /** Whether no other active key may administer keys: without it nobody can make one. */
  readonly isLast: boolean
  readonly onRevoked: (id: string) => void
  readonly onClose: () => void
}

/** Asks before a key is revoked; the name of the last one that administers keys must be typed. */
export function RevokeDialog({ apiKey: { id, name, isCaller }, isLast, onRevoked, onClose }: RevokeDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, send] = useMutation(RevokeKeyDocument)
  const isSure = !isLast || typed.trim() === name.trim()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSure) return
    const { data, error } = await send({ id })
    setProblem(failureOf(t, error, data?.apiKeyRevoke?.userErrors))
    if (!data?.apiKeyRevoke?.apiKey) return
    onRevoked(id)
    onClose()
  }

  return (
    <Dialog title={t('keys.revokeOf', { name })} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        <p>{t('keys.revokeHelp')}</p>
        {isCaller ? <p>{t('keys.revokeCaller')}</p> : null}
        {isLast ? (
          <>
            <p>{t('keys.revokeLast')}</p>
            <Field label={t('keys.typeName', { name })}>
              {(control) => (
                <input
                  {...control}
                  autoComplete="off"
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
            </Field>
          </>
        ) : null}
        {problem ? (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        ) : null}
        <Button type="submit" look="danger" disabled={fetching || !isSure}>
          {t('keys.revoke')}
        </Button>
      </form>
    </Dialog>
  )
}
