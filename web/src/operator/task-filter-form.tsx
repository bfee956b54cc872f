import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/choice.tsx'
import { Field } from '../parts/field.tsx'
import { applyFilter, GROUPS, STAGES, type TaskFilter } from './task-filter.ts'
import styles from './task-filter-form.module.css'

export function TaskFilterForm({ filter }: { readonly filter: TaskFilter }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(filter)
  const set = (part: Partial<TaskFilter>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    applyFilter({ ...typed, account: typed.account.trim(), worker: typed.worker.trim() })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('operator.tasks.filter')}>
      <Choice
        label={t('operator.tasks.which')}
        value={typed.group}
        options={GROUPS.map((each) => [each, t(`operator.tasks.groups.${each}`)] as const)}
        onChange={(group) => applyFilter({ ...typed, group })}
      />
      <Field label={t('operator.tasks.stage')}>
        {(control) => (
          <select
            {...control}
            value={typed.stage}
            onChange={({ target }) => applyFilter({ ...typed, stage: target.value })}
          >
            <option value="">{t('operator.tasks.any')}</option>
            {STAGES.map((each) => (
              <option key={each} value={each}>
                {t(`operator.stages.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('operator.tasks.account')}>
        {(control) => (
          <input
            {...control}
            placeholder="acc_…"
            value={typed.account}
            onChange={({ target }) => set({ account: target.value })}
          />
        )}
      </Field>
      <Field label={t('operator.tasks.worker')}>
        {(control) => (
          <input {...control} value={typed.worker} onChange={({ target }) => set({ worker: target.value })} />
        )}
      </Field>
      <Button type="submit">{t('operator.tasks.apply')}</Button>
    </form>
  )
}
