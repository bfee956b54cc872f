import { useTranslation } from 'react-i18next'
import { BASE } from '../base.ts'
import type { Work } from '../gallery/works.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { asCurl, asGraphql, asJson } from './as-code.ts'
import styles from './code-section.module.css'
import { Section } from './section.tsx'

/** Code that creates the same work. */
export function CodeSection({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  return (
    <Section title={t('detail.code')}>
      <div className={styles.row}>
        <CopyButton label="curl" text={asCurl(work, location.origin + BASE)} />
        <CopyButton label="GraphQL" text={asGraphql(work)} />
        <CopyButton label="JSON" text={asJson(work)} />
      </div>
      <code className={styles.id}>{work.id}</code>
    </Section>
  )
}
