import { useTranslation } from 'react-i18next'

/** A number of the price list with its unit. */
export function priceText(value: string, unit: string): string {
  return unit === 'micro' ? `¥${value}` : `× ${value}`
}

/** Label of a price, by its key; an unknown key is its own label. */
export function usePriceName(): (key: string) => string {
  const { t } = useTranslation()
  return (key) => t(`operator.prices.of.${key}` as 'operator.prices.of.encoder', { defaultValue: key })
}
