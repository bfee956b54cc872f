import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import { useSession } from '../api/session.ts'
import { useWhenBack } from '../api/use-when-back.ts'
import { createStars } from './stars.ts'
import { createWorks, type Work, type Works, type WorksState } from './works.ts'

export const WorksContext = createContext<Works | null>(null)

/** The works of the open session, followed for as long as the page that asks stands. */
export function useNewWorks(): Works {
  const client = useClient()
  const { id } = useSession().account
  const works = useMemo(() => createWorks(client, createStars(id)), [client, id])
  useEffect(() => {
    const stop = works.follow()
    void works.loadMore().then(works.loadAtWork)
    return stop
  }, [works])
  useWhenBack(() => {
    if (works.get().error) void works.loadMore()
  })
  return works
}

export function useWorks(): Works {
  const works = use(WorksContext)
  if (!works) throw new Error('there are no works here')
  return works
}

/** A work as it is now; only what shows it follows it. */
export function useWork(id: string): Work | undefined {
  const works = useWorks()
  return useSyncExternalStore(works.subscribe, () => works.find(id))
}

/** Whether there is anything to filter and to search. */
export function hasFilters({ works, filter, search }: WorksState): boolean {
  return works.length > 0 || filter !== 'ALL' || search !== ''
}

export function useWorksState(): WorksState {
  const works = useWorks()
  return useSyncExternalStore(works.subscribe, works.get)
}
