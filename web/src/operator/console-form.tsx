import { useTranslation } from 'react-i18next'
import { type ConsoleField, FIELDS } from '../compose/console-parameters.ts'
import { Table } from '../parts/table.tsx'
import type { AccountFormProps } from './account-form.ts'
import accounts from './accounts.module.css'
import { ComposerPreview } from './composer-preview.tsx'
import styles from './console-form.module.css'
import { DefaultField } from './default-field.tsx'
import { SetConsoleParameterDocument } from './generated/graphql.ts'
import section from './section.module.css'
import { useAccountChange } from './use-account-change.ts'

/** The composer's parameters, with a preview beside them. Each change is saved at once and applies from the next sign-in. */
export function ConsoleForm({ account, onChanged }: AccountFormProps) {
  const { t } = useTranslation()
  const { send, problem } = useAccountChange(SetConsoleParameterDocument, onChanged)
  const parameters = account.console.filter(({ name }) => Object.hasOwn(FIELDS, name))
  const columns = ['parameter', 'shown', 'begins'] as const
  return (
    <section className={section.section} aria-label={t('operator.console.title')}>
      <h2>{t('operator.console.title')}</h2>
      <p className={section.about}>{t('operator.console.about')}</p>
      {problem ? (
        <p role="alert" className={accounts.problem}>
          {problem}
        </p>
      ) : null}
      <div className={accounts.columns}>
        <Table caption={t('operator.console.title')} columns={columns.map((each) => t(`operator.console.${each}`))}>
          {parameters.map(({ name, visible, default: value }) => {
            const field = name as ConsoleField
            const label = t(`fields.${FIELDS[field][0]}`)
            return (
              <tr key={name}>
                <th scope="row" className={styles.name}>
                  {label}
                </th>
                <td>
                  <input
                    type="checkbox"
                    className={styles.check}
                    aria-label={t('operator.console.show', { name: label })}
                    checked={visible}
                    onChange={({ target }) => send({ id: account.id, name, visible: target.checked, default: value })}
                  />
                </td>
                <td data-wide>
                  <DefaultField
                    // A new value resets the field.
                    key={JSON.stringify(value)}
                    field={field}
                    label={t('operator.console.beginsWith', { name: label })}
                    value={value ?? null}
                    onChange={(chosen) => send({ id: account.id, name, visible, default: chosen })}
                  />
                </td>
              </tr>
            )
          })}
        </Table>
        <ComposerPreview key={JSON.stringify(account.console)} account={account} />
      </div>
    </section>
  )
}
