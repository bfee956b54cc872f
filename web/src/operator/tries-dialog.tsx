import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { IconButton } from '../parts/icon-button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { TaskTriesDocument, WorkerTriesDocument } from './generated/graphql.ts'
import styles from './tries-dialog.module.css'
import { type Subject, TryTable } from './try-table.tsx'
import { TryTimeline } from './try-timeline.tsx'

interface TriesProps<S extends Subject = Subject> {
  readonly subject: S
  /** Opens the attempts of a worker's task, or of a task's worker. */
  readonly onOpen: (subject: Subject) => void
}

/** All attempts of a task, or the newest of a worker, to explain delays. */
export function TriesDialog({ subject, onOpen, onClose }: TriesProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const label = subject.kind === 'task' ? subject.id : subject.name
  return (
    <Modal label={label} className={styles.dialog} onClose={onClose}>
      {subject.kind === 'task' ? (
        <TaskTries key={subject.id} subject={subject} onOpen={onOpen} />
      ) : (
        <WorkerTries key={subject.id} subject={subject} onOpen={onOpen} />
      )}
      <IconButton icon={X} label={t('close')} className={styles.close} onClick={onClose} />
    </Modal>
  )
}

function TaskTries({ subject: { id }, onOpen }: TriesProps<Extract<Subject, { kind: 'task' }>>) {
  const { t } = useTranslation()
  const [{ data, error }, again] = useQuery({ query: TaskTriesDocument, variables: { id } })
  if (error) return <Problem error={error} onRetry={again} />
  if (!data) return <p role="status">{t('loading')}</p>
  if (!data.task) return <Notice title={t('detail.missing')}>{id}</Notice>
  const title = t('operator.tries.ofTask', { id, status: data.task.status })
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      {data.task.attempts.length > 0 ? <TryTimeline tries={data.task.attempts} /> : null}
      <TryTable caption={title} tries={data.task.attempts} of="worker" onOpen={onOpen} onRestarted={again} />
    </>
  )
}

function WorkerTries({ subject: { id, name }, onOpen }: TriesProps<Extract<Subject, { kind: 'worker' }>>) {
  const { t } = useTranslation()
  const [{ data, error }, again] = useQuery({ query: WorkerTriesDocument, variables: { id } })
  if (error) return <Problem error={error} onRetry={again} />
  if (!data) return <p role="status">{t('loading')}</p>
  const title = t('operator.tries.ofWorker', { worker: name })
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      {data.workerAttempts.length > 0 ? (
        <TryTable caption={title} tries={data.workerAttempts} of="task" onOpen={onOpen} onRestarted={again} />
      ) : (
        <Notice title={t('operator.tries.none')} />
      )}
    </>
  )
}
