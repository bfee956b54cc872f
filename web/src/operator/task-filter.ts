import { useSearch } from '../route.ts'
import type { TaskGroup, TasksQueryVariables } from './generated/graphql.ts'
import { openSection } from './sections.ts'

export const GROUPS: readonly TaskGroup[] = ['WAITING', 'RUNNING', 'FAILED', 'ENDED']
export const STAGES = ['encode', 'render', 'upscale', 'package'] as const

/** Which tasks are listed; empty text for any. */
export interface TaskFilter {
  readonly group: TaskGroup
  readonly account: string
  readonly stage: string
  readonly worker: string
}

/** The filter that the address has. */
export function useTaskFilter(): TaskFilter {
  const search = useSearch()
  return {
    group: GROUPS.find((each) => each === search.get('group')) ?? 'WAITING',
    account: search.get('account') ?? '',
    stage: STAGES.find((each) => each === search.get('stage')) ?? '',
    worker: search.get('worker') ?? '',
  }
}

export function applyFilter(filter: TaskFilter): void {
  openSection('tasks', { ...filter })
}

export function filterOf({ group, account, stage, worker }: TaskFilter): TasksQueryVariables {
  return { group, account: account || null, stage: stage || null, worker: worker || null }
}
