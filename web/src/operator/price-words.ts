import { useTranslation } from 'react-i18next'

/** A number of the price list with its unit. */
export function priceWords(value: string, unit: string): string {
  return unit === 'micro' ? `¥${value}` : `× ${value}`
}

/** What a price is of, by its key; a key that is not known here says so itself. */
export function usePriceName(): (key: string) => string {
  const { t } = useTranslation()
  return (key) => t(`operator.prices.of.${key}` as 'operator.prices.of.encoder', { defaultValue: key })
}
