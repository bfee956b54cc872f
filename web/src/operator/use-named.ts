import { useTranslation } from 'react-i18next'

/** Names a stage or a state in the reader's language; one that is not known here by the gateway's own word. */
export function useNamed(): (group: 'stages' | 'states', word: string) => string {
  const { t } = useTranslation()
  return (group, word) => t(`operator.${group}.${word}` as 'operator.stages.encode', { defaultValue: word })
}
