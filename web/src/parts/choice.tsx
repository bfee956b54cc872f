import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

interface ChoiceProps<T extends string | number> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, name: ReactNode])[]
  readonly onChange: (value: T) => void
  readonly errors?: readonly string[] | undefined
  readonly hint?: ReactNode
}

/** A choice of a few visible options: radio buttons that look like one control and follow the arrow keys. */
export function Choice<T extends string | number>({ label, value, options, onChange, errors, hint }: ChoiceProps<T>) {
  const name = useId()
  const problem = errors?.[0]
  return (
    <fieldset className={styles.choice} aria-describedby={problem || hint ? `${name}-note` : undefined}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map(([each, title]) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span>{title}</span>
          </label>
        ))}
      </div>
      {problem || hint ? (
        <p id={`${name}-note`} className={problem ? styles.problem : styles.hint}>
          {problem ?? hint}
        </p>
      ) : null}
    </fieldset>
  )
}
