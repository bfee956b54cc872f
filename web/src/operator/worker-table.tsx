import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { span } from '../parts/span.ts'
import { Table } from '../parts/table.tsx'
import type { FleetQuery } from './generated/graphql.ts'
import styles from './section.module.css'
import type { Subject } from './try-table.tsx'
import { useNamed } from './use-named.ts'

interface WorkerTableProps {
  readonly workers: FleetQuery['workers']
  /** Opens the attempts of a worker, or of its current task. */
  readonly onOpen: (subject: Subject) => void
}

export function WorkerTable({ workers, onOpen }: WorkerTableProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const columns = ['worker', 'state', 'since', 'at', 'pool', 'takes', 'beat', 'done', 'failed'] as const
  return (
    <section className={styles.section} aria-label={t('operator.workers.title')}>
      <h2>{t('operator.workers.title')}</h2>
      {workers.length === 0 ? (
        <div className={styles.box}>
          <Notice title={t('operator.fleet.noWorkers')}>{t('operator.fleet.noWorkersHelp')}</Notice>
        </div>
      ) : (
        <Table
          caption={t('operator.workers.title')}
          columns={columns.map((each) => t(`operator.workers.${each}`))}
          numbers={3}
        >
          {workers.map(({ id, host, engine, state, since, stage, taskId, pool, capabilities, ...worker }) => (
            <tr key={id}>
              <th scope="row">
                <Button
                  look="link"
                  title={id}
                  onClick={() => onOpen({ kind: 'worker', id, name: `${host} · ${engine}` })}
                >
                  {host} · {engine}
                </Button>
              </th>
              <td className={styles.state} data-state={state}>
                {named('states', state)}
              </td>
              <td>{since ? <Ago at={since} /> : t('operator.workers.longer')}</td>
              <td>
                {taskId && stage ? (
                  <Button look="link" title={taskId} onClick={() => onOpen({ kind: 'task', id: taskId })}>
                    {named('stages', stage)}
                  </Button>
                ) : (
                  '–'
                )}
              </td>
              <td>{pool}</td>
              <td data-text>{capabilities.join(', ')}</td>
              <td data-number>{span(worker.beatAgeSeconds)}</td>
              <td data-number>{worker.doneLastHour}</td>
              <td data-number>{worker.failedLastHour}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
