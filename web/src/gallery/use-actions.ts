import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { CancelWorkDocument } from '../generated/graphql.ts'
import { failureOf } from '../parts/refusal.ts'
import { useRemove } from './use-remove.ts'
import { saveVideo, useVideo } from './use-video.ts'
import type { Work } from './works.ts'
import { useWorks } from './works-context.ts'

export interface Actions {
  readonly cancel: () => Promise<void>
  /** Can be undone for a while. */
  readonly remove: () => void
  readonly download: () => Promise<void>
  /** Why the last action failed. */
  readonly problem: string | null
  readonly isBusy: boolean
}

export function useActions(work: Work): Actions {
  const { t } = useTranslation()
  const works = useWorks()
  const { address, renew } = useVideo(work)
  const [problem, setProblem] = useState<string | null>(null)
  const [cancelling, sendCancel] = useMutation(CancelWorkDocument)
  const remove = useRemove()

  return {
    async cancel() {
      const { data, error } = await sendCancel({ id: work.id })
      setProblem(failureOf(t, error, data?.taskCancel?.userErrors))
      if (data?.taskCancel?.task) works.put([data.taskCancel.task])
    },
    remove: () => remove([work.id]),
    async download() {
      const link = address ?? (await renew())
      if (link) saveVideo(work.id, link)
    },
    problem,
    isBusy: cancelling.fetching,
  }
}
