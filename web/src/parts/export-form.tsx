import { Download } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './export-form.module.css'
import { Field } from './field.tsx'
import { monthsSince } from './months.ts'
import { describeRefusal } from './refusal.ts'
import { saveStream } from './save-stream.ts'

interface ExportFormProps {
  /** The address without `month`. */
  readonly url: string
  readonly apiKey: string
  /** When the account was opened: no month before it has entries. */
  readonly since: string
}

/** The ledger as CSV, of one month or all. Its size is known only at the end, so what has arrived is shown. */
export function ExportForm({ url, apiKey, since }: ExportFormProps) {
  const { t, i18n } = useTranslation()
  const months = monthsSince(since)
  const [month, setMonth] = useState(months[0] ?? '')
  const [bytes, setBytes] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setBytes(0)
    const address = new URL(url, location.href)
    if (month) address.searchParams.set('month', month)
    try {
      const refused = await saveStream({ url: address.href, key: apiKey, signal: controller.signal, onBytes: setBytes })
      if (refused) setProblem(describeRefusal(t, refused))
    } catch {
      if (!controller.signal.aborted) setProblem(t('export.broken'))
    }
    setBytes(null)
  }

  const nameOf = (each: string) =>
    new Date(`${each}-01T00:00`).toLocaleDateString(i18n.language, { year: 'numeric', month: 'long' })
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('export.title')}>
      <div className={styles.row}>
        <Field label={t('export.month')}>
          {(control) => (
            <select {...control} value={month} onChange={({ target }) => setMonth(target.value)}>
              {months.map((each) => (
                <option key={each} value={each}>
                  {nameOf(each)}
                </option>
              ))}
              <option value="">{t('export.all')}</option>
            </select>
          )}
        </Field>
        {bytes === null ? (
          <Button type="submit">
            <Download size={14} aria-hidden />
            {t('export.save')}
          </Button>
        ) : (
          <Button onClick={() => running.current?.abort()}>{t('export.cancel')}</Button>
        )}
      </div>
      <p className={styles.note} role={bytes === null ? undefined : 'status'}>
        {bytes === null ? t('export.help') : t('export.received', { size: (bytes / 1e6).toFixed(1) })}
      </p>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </form>
  )
}
