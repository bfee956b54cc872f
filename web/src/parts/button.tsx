import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** One primary button per view; `bare` in a row of similar buttons, `link` in a sentence. */
  readonly look?: 'primary' | 'plain' | 'bare' | 'link' | 'danger'
}

export function Button({ look = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={styles.button} data-look={look} {...rest} />
}
