import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../parts/toasts.tsx'
import { STARS_MAX } from './stars.ts'
import { useWorks } from './works-context.ts'

export function useIsStarred(id: string): boolean {
  const { stars, subscribe } = useWorks()
  return useSyncExternalStore(subscribe, () => stars.has(id))
}

/** Stars works or takes their stars away; says so if there are too many. */
export function useStar(): (ids: readonly string[], isStarred: boolean) => void {
  const { t } = useTranslation()
  const toast = useToast()
  const { stars } = useWorks()
  return (ids, isStarred) => {
    if (!stars.set(ids, isStarred)) toast({ id: 'star', text: t('actions.tooMany', { count: STARS_MAX }) })
  }
}
