import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import { DeleteWorkDocument } from '../generated/graphql.ts'
import { failureOf } from '../parts/refusal.ts'
import { useToast } from '../parts/toasts.tsx'
import { useWorks } from './works-context.ts'

/** Deletes works: at once out of sight, for good when the message with Undo is gone. A page that closes before deletes nothing. */
export function useRemove(): (ids: readonly string[]) => void {
  const { t } = useTranslation()
  const client = useClient()
  const works = useWorks()
  const toast = useToast()

  const hide = (ids: readonly string[], isHidden: boolean) => {
    for (const id of ids) works.hide(id, isHidden)
  }
  const erase = async (id: string) => {
    const { data, error } = await client.mutation(DeleteWorkDocument, { id }).toPromise()
    if (data?.taskDelete?.deletedTaskId) {
      works.drop(id)
      return
    }
    works.hide(id, false)
    toast({ text: failureOf(t, error, data?.taskDelete?.userErrors) ?? t('problem.refused') })
  }
  return (ids) => {
    hide(ids, true)
    toast({
      text: t('toast.deleted', { count: ids.length }),
      action: t('toast.undo'),
      onAction: () => hide(ids, false),
      onGone: () => ids.forEach((id) => void erase(id)),
    })
  }
}
