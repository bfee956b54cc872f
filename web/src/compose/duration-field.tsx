import { Slider } from 'radix-ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './duration-field.module.css'
import type { OfferedMode } from './use-offer.ts'
import type { Quote } from './use-quote.ts'

interface DurationFieldProps {
  readonly value: number
  readonly offered: Pick<OfferedMode, 'minSeconds' | 'maxSeconds'> | undefined
  readonly onChange: (value: number) => void
  /** Shows the number of frames of the video. */
  readonly request: Quote['request'] | undefined
  readonly errors: readonly string[]
}

export function DurationField({ value, offered, onChange, request, errors }: DurationFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.duration}>
      <div className={styles.head}>
        <span id={id}>{t('fields.duration')}</span>
        <span>
          <b>{t('seconds', { count: value })}</b>
          {request ? ` · ${t('compose.frames', { frames: request.frames, seconds: request.deliveredSeconds })}` : null}
        </span>
      </div>
      <Slider.Root
        className={styles.slider}
        min={Math.min(value, Math.ceil(offered?.minSeconds ?? 5))}
        max={Math.max(value, Math.floor(offered?.maxSeconds ?? 15))}
        step={1}
        value={[value]}
        onValueChange={([chosen = value]) => onChange(chosen)}
      >
        <Slider.Track className={styles.track}>
          <Slider.Range className={styles.range} />
        </Slider.Track>
        <Slider.Thumb className={styles.thumb} aria-labelledby={id} aria-valuetext={t('seconds', { count: value })} />
      </Slider.Root>
      {errors[0] ? <p className={styles.problem}>{errors[0]}</p> : null}
    </div>
  )
}
