import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { PriceListDocument } from './generated/graphql.ts'
import { PriceForm } from './price-form.tsx'
import { PriceHistory } from './price-history.tsx'

export function Prices() {
  const { t } = useTranslation()
  const [{ data, error }, again] = useQuery({ query: PriceListDocument })
  const list = data?.priceList
  if (error && !list) return <Problem error={error} onRetry={again} />
  return (
    <Page
      title={t('operator.prices.title')}
      about={list ? t('operator.prices.about', { version: list.version }) : t('loading')}
    >
      {list ? (
        <>
          <PriceForm list={list} onAnswer={again} />
          <PriceHistory versions={list.history} />
        </>
      ) : null}
    </Page>
  )
}
