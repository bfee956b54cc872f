import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleField } from '../compose/console-parameters.ts'
import styles from './console-form.module.css'

/** The initial value of a parameter: one of some REST values, or typed text. */
const VALUES: Readonly<Record<ConsoleField, readonly (string | number | boolean)[] | 'digits' | 'text'>> = {
  aspect_ratio: ['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  duration: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  resolution: ['768p', '2k', '4k'],
  service_tier: ['draft', 'standard', 'pro', 'dedicated'],
  acceleration: ['auto', 'off'],
  audio: [true, false],
  use_context_ir: [true, false],
  n: [1, 2, 4],
  seed: 'digits',
  webhook_url: 'text',
}

interface DefaultFieldProps {
  readonly field: ConsoleField
  readonly label: string
  /** null if it has no initial value. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function DefaultField(props: DefaultFieldProps) {
  const values = VALUES[props.field]
  return typeof values === 'string' ? <Typed {...props} kind={values} /> : <Chosen {...props} values={values} />
}

function Chosen({ field, label, value, onChange, values }: DefaultFieldProps & { values: readonly unknown[] }) {
  const { t } = useTranslation()
  // A value that was set elsewhere may be missing from these options.
  const offered = value === null || values.includes(value) ? values : [...values, value]
  const nameOf = (each: unknown) => {
    if (typeof each === 'boolean') return t(each ? 'yes' : 'no')
    if (field === 'service_tier') return t(`tiers.${String(each).toUpperCase() as 'PRO'}.name`)
    if (field === 'duration') return t('seconds', { count: Number(each) })
    return each === 'auto' ? t('compose.auto') : String(each)
  }
  return (
    <select
      className={styles.control}
      aria-label={label}
      value={value === null ? '' : JSON.stringify(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : JSON.parse(target.value))}
    >
      <option value="">{t('operator.console.plain')}</option>
      {offered.map((each) => (
        <option key={JSON.stringify(each)} value={JSON.stringify(each)}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  )
}

/** Applies when the field loses focus, or on Enter. */
function Typed({ label, value, onChange, kind }: DefaultFieldProps & { kind: 'digits' | 'text' }) {
  const { t } = useTranslation()
  const known = value === null ? '' : String(value)
  const [typed, setTyped] = useState(known)
  const commit = () => {
    const text = typed.trim()
    if (text !== known) onChange(text === '' ? null : kind === 'digits' ? Number(text) : text)
  }
  return (
    <input
      className={styles.control}
      aria-label={label}
      inputMode={kind === 'digits' ? 'numeric' : 'url'}
      autoComplete="off"
      placeholder={t('operator.console.plain')}
      value={typed}
      onChange={({ target }) => setTyped(kind === 'digits' ? target.value.replace(/\D/g, '') : target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
      }}
    />
  )
}
