import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AspectRatio, AspectRatioChoice } from '../generated/graphql.ts'
import { ASPECTS } from '../parts/aspect.ts'
import styles from './aspect-picker.module.css'

const CHOICES: readonly AspectRatioChoice[] = [
  'AUTO',
  'ASPECT_21_9',
  'ASPECT_16_9',
  'ASPECT_4_3',
  'ASPECT_1_1',
  'ASPECT_3_4',
  'ASPECT_9_16',
]

/** Pixels of canvas for one of the picker. */
const SCALE = 36

interface AspectPickerProps {
  readonly value: AspectRatioChoice
  /** The shape that AUTO chooses, once known. */
  readonly resolved: AspectRatio | undefined
  readonly onChange: (value: AspectRatioChoice) => void
  readonly errors: readonly string[]
}

/** The canvases as outlines, all at the same scale. */
export function AspectPicker({ value, resolved, onChange, errors }: AspectPickerProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className={styles.picker}>
      <legend>{t('fields.aspectRatio')}</legend>
      <div className={styles.options}>
        {CHOICES.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span className={styles.shape}>
              <Outline choice={each} resolved={resolved} />
            </span>
            <span>{each === 'AUTO' ? t('compose.auto') : ASPECTS[each].name}</span>
          </label>
        ))}
      </div>
      {errors[0] ? <p className={styles.problem}>{errors[0]}</p> : null}
    </fieldset>
  )
}

function Outline({ choice, resolved }: { choice: AspectRatioChoice; resolved: AspectRatio | undefined }) {
  const { width, height } = ASPECTS[choice === 'AUTO' ? (resolved ?? 'ASPECT_16_9') : choice]
  return (
    <svg width={width / SCALE} height={height / SCALE} aria-hidden="true">
      <rect
        x="1"
        y="1"
        width={width / SCALE - 2}
        height={height / SCALE - 2}
        rx="2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray={choice === 'AUTO' ? '3 3' : undefined}
      />
    </svg>
  )
}
