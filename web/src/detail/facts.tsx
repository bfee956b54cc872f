import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '../gallery/works.ts'
import { Ago } from '../parts/ago.tsx'
import { ASPECTS } from '../parts/aspect.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { PageLink } from '../shell/page-link.tsx'
import styles from './facts.module.css'
import { Section } from './section.tsx'

/** The request and its result. */
export function Facts({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const { output } = work
  const billedTier = work.usage?.billedTier
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('detail.id'), <CopyButton key="id" label={work.id} text={work.id} look="link" />],
    [t('detail.status'), t(`status.${work.status}`)],
    [t('fields.mode'), t(`modes.${work.mode}`)],
    [t('fields.aspectRatio'), ASPECTS[work.aspectRatio].name],
    [t('fields.resolution'), work.resolution.slice(1).toLowerCase().replace('k', 'K')],
    [t('fields.duration'), t('seconds', { count: work.duration })],
    [t('fields.serviceTier'), t(`tiers.${work.serviceTier}.name`)],
    [t('detail.billedAs'), billedTier && billedTier !== work.serviceTier ? t(`tiers.${billedTier}.name`) : null],
    [t('fields.seed'), work.seed],
    [t('fields.audio'), work.audio ? t('yes') : t('no')],
    [t('detail.accelerated'), work.accelerated === null ? null : work.accelerated ? t('yes') : t('no')],
    [t('fields.useContextIr'), work.contextIrApplied ? t('detail.applied') : null],
    [
      t('detail.delivered'),
      output &&
        t('list', {
          items: [
            `${output.width} × ${output.height}`,
            t('seconds', { count: output.duration }),
            t(output.hasAudio ? 'detail.hasSound' : 'detail.silent'),
          ],
        }),
    ],
    [t('detail.watermarked'), output && (output.watermarked ? t('yes') : t('no'))],
    [t('detail.metadata'), work.metadata ? <code key="metadata">{JSON.stringify(work.metadata)}</code> : null],
    [
      t('detail.source'),
      work.sourceTaskId && <PageLink href={`/?work=${work.sourceTaskId}`}>{work.sourceTaskId}</PageLink>,
    ],
    [t('detail.created'), <Ago key="created" at={work.createdAt} />],
    [t('detail.keptUntil'), output?.availableUntil && <Ago key="kept" at={output.availableUntil} />],
  ]
  return (
    <Section title={t('detail.settings')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === null || value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  )
}
