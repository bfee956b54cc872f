import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyDraft, isVisible } from '../compose/console-parameters.ts'
import { type Draft, modeOf } from '../compose/draft.ts'
import { MoreSettings } from '../compose/more-settings.tsx'
import { PictureSettings } from '../compose/picture-settings.tsx'
import type { Settings } from '../compose/settings.ts'
import { Toggle } from '../parts/toggle.tsx'
import type { OperatedAccountFragment } from './generated/graphql.ts'
import section from './section.module.css'

/** The composer's settings as the account would see them. Trying them has no effect. */
export function ComposerPreview({ account }: { readonly account: OperatedAccountFragment }) {
  const { t } = useTranslation()
  const { console: parameters, useContextIr } = account
  const [draft, setDraft] = useState<Draft>(() => emptyDraft({ console: { parameters }, defaults: { useContextIr } }))
  const settings: Settings = {
    draft,
    set: (part) => setDraft((now) => ({ ...now, ...part })),
    errorsOf: () => [],
    shows: (parameter) => isVisible(parameters, parameter),
    offer: undefined,
  }
  return (
    <section className={section.box} aria-label={t('operator.console.preview')}>
      <h3>{t('operator.console.preview')}</h3>
      {settings.shows('use_context_ir') ? (
        <Toggle
          label={t('fields.useContextIr')}
          hint={t('compose.contextIrHint')}
          checked={draft.useContextIr}
          onChange={(isOn) => settings.set({ useContextIr: isOn })}
        />
      ) : null}
      <PictureSettings settings={settings} offered={undefined} request={undefined} />
      <MoreSettings settings={settings} mode={modeOf(draft)} />
    </section>
  )
}
