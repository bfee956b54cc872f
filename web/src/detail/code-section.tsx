import { ExternalLink } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { BASE } from '../base.ts'
import type { Work } from '../gallery/works.ts'
import { UpscaleQuoteDocument } from '../generated/graphql.ts'
import { Choice } from '../parts/choice.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Late } from '../parts/late.tsx'
import { asCode, FORMS, type Form } from './as-code.ts'
import styles from './code-section.module.css'
import { Section } from './section.tsx'

const Colours = lazy(() => import('./colours.tsx').then((m) => ({ default: m.Colours })))

const NAMES: Readonly<Record<Form, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  graphql: 'GraphQL',
}

/** Code that creates the same work; of an upscale, code that orders the upscale at today's price. */
export function CodeSection({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const [form, setForm] = useState<Form>('curl')
  const [{ data }] = useQuery({
    query: UpscaleQuoteDocument,
    variables: { id: work.sourceTaskId ?? '' },
    pause: work.sourceTaskId === null,
  })
  const amountMicro = data?.upscaleQuote?.amountMicro ?? work.usage?.amountMicro ?? work.cost?.frozenMicro ?? '0'
  const text = asCode(form, { work, api: location.origin + BASE, amountMicro })
  return (
    <Section title={t('detail.code')}>
      <Choice
        label={t('detail.form')}
        value={form}
        options={FORMS.map((each) => [each, NAMES[each]] as const)}
        onChange={setForm}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={NAMES[form]}>
        <pre>
          <code>
            <Late fallback={text} instead={text}>
              <Colours form={form} text={text} />
            </Late>
          </code>
        </pre>
      </section>
      <div className={styles.row}>
        <CopyButton label={t('copy')} text={text} />
        {form === 'graphql' ? (
          <a href={`${BASE}/graphql#task=${work.id}`} target="_blank" rel="noreferrer">
            {t('menu.docs./graphql')} <ExternalLink size={12} aria-hidden />
          </a>
        ) : (
          <small>{t('detail.codeKey')}</small>
        )}
      </div>
    </Section>
  )
}
