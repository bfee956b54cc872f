import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What a field's control takes over, so that its label and its note are read with it. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FieldProps {
  readonly label: string
  readonly errors?: readonly string[] | undefined
  readonly hint?: ReactNode
  readonly children: (control: FieldControl) => ReactNode
}

/** A label, a control, and under it what is wrong or what helps. */
export function Field({ label, errors, hint, children }: FieldProps) {
  const id = useId()
  const problem = errors?.[0]
  const note = problem ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': problem !== undefined })}
      {note ? (
        <p id={`${id}-note`} className={problem ? styles.problem : styles.hint}>
          {note}
        </p>
      ) : null}
    </div>
  )
}
