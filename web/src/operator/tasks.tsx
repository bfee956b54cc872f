import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { TasksDocument } from './generated/graphql.ts'
import { filterOf, useTaskFilter } from './task-filter.ts'
import { TaskFilterForm } from './task-filter-form.tsx'
import { TaskTable } from './task-table.tsx'
import { TriesDialog } from './tries-dialog.tsx'
import type { Subject } from './try-table.tsx'
import { useEvery } from './use-every.ts'

/** The operator's API has no push. */
const LOOK_MS = 5000

/** Tasks of all accounts, by filters that the address keeps. */
export function Tasks() {
  const { t } = useTranslation()
  const filter = useTaskFilter()
  const [{ data, error }, again] = useQuery({ query: TasksDocument, variables: filterOf(filter) })
  const [subject, setSubject] = useState<Subject | null>(null)
  useEvery(LOOK_MS, again)
  return (
    <Page title={t('operator.tasks.title')} about={t('operator.tasks.about')} isWide>
      <TaskFilterForm key={JSON.stringify(filter)} filter={filter} />
      {error ? <Problem error={error} onRetry={again} /> : null}
      {!data && !error ? <p role="status">{t('loading')}</p> : null}
      {data && !error && data.tasks.length === 0 ? <Notice title={t('operator.tasks.none')} /> : null}
      {data && !error && data.tasks.length > 0 ? (
        <TaskTable tasks={data.tasks} onOpen={setSubject} onCancelled={again} />
      ) : null}
      {subject ? <TriesDialog subject={subject} onOpen={setSubject} onClose={() => setSubject(null)} /> : null}
    </Page>
  )
}
