import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import styles from './task-search.module.css'

export function TaskSearch({ onTask }: { readonly onTask: (taskId: string) => void }) {
  const { t } = useTranslation()
  const [id, setId] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim()) onTask(id.trim())
  }
  return (
    <form className={styles.search} onSubmit={submit}>
      <Field label={t('operator.tries.task')}>
        {(control) => (
          <input {...control} placeholder="vid_…" value={id} onChange={({ target }) => setId(target.value)} />
        )}
      </Field>
      <Button type="submit">{t('operator.tries.find')}</Button>
    </form>
  )
}
