import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { hasEnded } from '../gallery/status.ts'
import { TaskStatesDocument, type TaskStatesQuery } from '../generated/graphql.ts'
import { useNow } from '../parts/now.ts'
import { span } from '../parts/span.ts'
import { Section } from './section.tsx'
import styles from './states-section.module.css'

/** The states that a work has been in, when it entered each, and how long it stayed. */
export function StatesSection({ workId }: { readonly workId: string }) {
  const { t, i18n } = useTranslation()
  const [{ data }] = useQuery({
    query: TaskStatesDocument,
    variables: { id: workId },
    requestPolicy: 'network-only',
  })
  const states = data?.taskStates ?? []
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium', hourCycle: 'h23' })
  if (states.length === 0) return null
  return (
    <Section title={t('detail.states')}>
      <ol className={styles.states}>
        {states.map((state, index) => (
          <li key={state.at + state.status} data-status={state.status}>
            <span>{t(`status.${state.status}`)}</span>
            <Stay state={state} until={states[index + 1]?.at ?? null} />
            <time dateTime={state.at} title={new Date(state.at).toLocaleString(i18n.language)}>
              {time.format(new Date(state.at))}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}

type State = NonNullable<TaskStatesQuery['taskStates']>[number]

/** @param until when the next state began; null for the last, which lasts until now unless it is final */
function Stay({ state: { status, at }, until }: { readonly state: State; readonly until: string | null }) {
  const now = useNow()
  if (hasEnded(status)) return null
  return <small>{span(((until ? Date.parse(until) : now) - Date.parse(at)) / 1000)}</small>
}
