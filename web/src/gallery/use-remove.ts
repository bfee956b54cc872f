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
  /** One after the other, so that many stay within the rate of a key. */
  const erase = async (ids: readonly string[]) => {
    for (const [at, id] of ids.entries()) {
      const { data, error } = await client.mutation(DeleteWorkDocument, { id }).toPromise()
      if (data?.taskDelete?.deletedTaskId) {
        works.drop(id)
        continue
      }
      // If this call failed, the next ones would too: the works that are left are shown again.
      hide(error ? ids.slice(at) : [id], false)
      toast({ id: 'delete', text: failureOf(t, error, data?.taskDelete?.userErrors) ?? t('problem.refused') })
      if (error) return
    }
  }
  return (ids) => {
    hide(ids, true)
    toast({
      text: t('toast.deleted', { count: ids.length }),
      action: t('toast.undo'),
      onAction: () => hide(ids, false),
      onGone: () => void erase(ids),
    })
  }
}
