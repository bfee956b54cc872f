import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { type AspectRatio, QuoteDocument } from '../generated/graphql.ts'
import { ASPECTS } from '../parts/aspect.ts'
import styles from './examples.module.css'
import cat from './posters/cat.webp'
import lake from './posters/lake.webp'
import street from './posters/street.webp'
import tea from './posters/tea.webp'
import train from './posters/train.webp'
import waves from './posters/waves.webp'

const SHAPES = {
  lake: 'ASPECT_16_9',
  street: 'ASPECT_9_16',
  cat: 'ASPECT_1_1',
  waves: 'ASPECT_21_9',
  tea: 'ASPECT_4_3',
  train: 'ASPECT_16_9',
} as const satisfies Record<string, AspectRatio>

/** Made by `node web/posters.ts`. */
const POSTERS = { lake, street, cat, waves, tea, train } as const satisfies Record<keyof typeof SHAPES, string>

const NAMES = Object.keys(SHAPES) as (keyof typeof SHAPES)[]

export interface Example {
  readonly prompt: string
  readonly aspectRatio: AspectRatio
}

/** Six requests to begin with, each with its price; one fills the composer and creates nothing. */
export function Examples({ onChoose }: { readonly onChoose: (example: Example) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.examples} aria-label={t('examples.title')}>
      {NAMES.map((name) => (
        <li key={name}>
          <Tile name={name} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function Tile({ name, onChoose }: { readonly name: keyof typeof SHAPES; readonly onChoose: (each: Example) => void }) {
  const { t } = useTranslation()
  const aspectRatio = SHAPES[name]
  const prompt = t(`examples.${name}`)
  const [{ data }] = useQuery({ query: QuoteDocument, variables: { input: { prompt, aspectRatio, duration: 5 } } })
  return (
    <button type="button" className={styles.tile} onClick={() => onChoose({ prompt, aspectRatio })}>
      <img src={POSTERS[name]} alt="" width={480} height={274} />
      <span>{prompt}</span>
      <span className={styles.facts}>
        {ASPECTS[aspectRatio].name} · {t('seconds', { count: 5 })} · {data?.taskQuote.price?.total ?? '…'}
      </span>
    </button>
  )
}
