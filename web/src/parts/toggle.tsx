import { Switch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import styles from './toggle.module.css'

interface ToggleProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className={styles.toggle}>
      <div>
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      <Switch.Root
        id={id}
        className={styles.track}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
  )
}
