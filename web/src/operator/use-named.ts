import { useTranslation } from 'react-i18next'

/** Names a stage or a state in the reader's language; an unknown one keeps the gateway's name. */
export function useNamed(): (group: 'stages' | 'states', word: string) => string {
  const { t } = useTranslation()
  return (group, word) => t(`operator.${group}.${word}` as 'operator.stages.encode', { defaultValue: word })
}
