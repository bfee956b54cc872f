import { type ComponentProps, useState } from 'react'
import { Button } from '../parts/button.tsx'
import styles from './accounts.module.css'

interface ConfirmedButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'disabled' | 'children'> {
  readonly question: string
  /** @returns why it was refused; null if it was done */
  readonly send: () => Promise<string | null>
}

/** A change that is confirmed first. Why it was refused stands below the button. */
export function ConfirmedButton({ question, send, ...button }: ConfirmedButtonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async () => {
    if (confirm(question)) setProblem(await send())
  }
  return (
    <div>
      <Button {...button} onClick={ask} />
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
