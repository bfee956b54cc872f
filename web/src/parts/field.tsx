import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** Attributes for a field's control, so that screen readers read its label and its note with it. */
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

/** A label, a control, and below it an error or a hint. */
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
