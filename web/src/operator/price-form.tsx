import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import { Table } from '../parts/table.tsx'
import accounts from './accounts.module.css'
import styles from './console-form.module.css'
import { type PricesFragment, SetPricesDocument } from './generated/graphql.ts'
import { priceText, usePriceName } from './price-text.ts'
import section from './section.module.css'

/** In the gateway's units: yuan, or a factor. */
const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/

interface PriceFormProps {
  readonly list: PricesFragment
  /** The prices in force have changed, by this form or by somebody else. */
  readonly onAnswer: () => void
}

/** New prices are typed beside those in force. Only typed prices are changed, and a refused one stays in its field. */
export function PriceForm({ list: { version, prices }, onAnswer }: PriceFormProps) {
  const { t } = useTranslation()
  const nameOf = usePriceName()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, mutate] = useMutation(SetPricesDocument)
  const changes = prices
    .map((price) => ({ price, value: typed[price.key]?.trim() ?? '' }))
    .filter(({ price, value }) => value !== '' && value !== price.value)
  const isWrong = changes.some(({ value }) => !AMOUNT.test(value))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const lines = changes.map(({ price: { key, unit, value: from }, value: to }) =>
      t('operator.prices.step', { name: nameOf(key), from: priceText(from, unit), to: priceText(to, unit) }),
    )
    if (!confirm(t('operator.prices.confirm', { changes: lines.join('\n') }))) return
    const input = { version, changes: changes.map(({ price: { key }, value }) => ({ key, value })) }
    const { data, error } = await mutate({ input })
    setProblem(failureOf(t, error, data?.priceListUpdate?.userErrors))
    if (data?.priceListUpdate?.priceList) setTyped({})
    onAnswer()
  }

  return (
    <form className={section.section} onSubmit={submit} aria-label={t('operator.prices.title')}>
      <Table
        caption={t('operator.prices.title')}
        columns={[t('operator.prices.price'), t('operator.prices.next'), t('operator.prices.now')]}
        numbers={1}
      >
        {prices.map(({ key, unit, value }) => (
          <tr key={key}>
            <th scope="row" data-wide data-text title={key}>
              {nameOf(key)}
            </th>
            <td>
              <input
                className={styles.control}
                aria-label={t('operator.prices.nextOf', { name: nameOf(key) })}
                aria-invalid={Boolean(typed[key]) && !AMOUNT.test(typed[key]?.trim() ?? '')}
                inputMode="decimal"
                autoComplete="off"
                placeholder={value}
                value={typed[key] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
              />
            </td>
            <td data-number>{priceText(value, unit)}</td>
          </tr>
        ))}
      </Table>
      {isWrong || problem ? (
        <p role="alert" className={accounts.problem}>
          {problem ?? t('operator.prices.wrong')}
        </p>
      ) : null}
      <div>
        <Button type="submit" look="primary" disabled={fetching || isWrong || changes.length === 0}>
          {t('operator.prices.put')}
        </Button>
      </div>
    </form>
  )
}
