import { useTranslation } from 'react-i18next'
import { Toggle } from '../parts/toggle.tsx'
import type { AccountFormProps } from './account-form.ts'
import styles from './accounts.module.css'
import { SetEarlierFormDocument, SetStatusDocument } from './generated/graphql.ts'
import section from './section.module.css'
import { useAccountChange } from './use-account-change.ts'

/** Whether the account may call, and whether it may use the earlier API version. Each switch applies at once. */
export function AccessForm({ account: { id, name, enabled, earlierForm }, onChanged }: AccountFormProps) {
  const { t } = useTranslation()
  const status = useAccountChange(SetStatusDocument, onChanged)
  const earlier = useAccountChange(SetEarlierFormDocument, onChanged)
  const problem = status.problem ?? earlier.problem
  return (
    <section className={section.section} aria-label={t('operator.accounts.access')}>
      <h2>{t('operator.accounts.access')}</h2>
      <div className={section.box}>
        <Toggle
          label={t('operator.accounts.mayCall')}
          hint={t('operator.accounts.mayCallHint')}
          checked={enabled}
          onChange={(isOn) => {
            if (isOn || confirm(t('operator.accounts.confirmDisable', { name })))
              void status.send({ id, enabled: isOn })
          }}
        />
        <Toggle
          label={t('operator.accounts.earlierForm')}
          hint={t('operator.accounts.earlierFormHint')}
          checked={earlierForm}
          onChange={(isOn) => void earlier.send({ id, enabled: isOn })}
        />
        {problem ? (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        ) : null}
      </div>
    </section>
  )
}
