import { useTranslation } from 'react-i18next'
import type { ServiceTier } from '../generated/graphql.ts'
import { Choice } from '../parts/choice.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { Settings } from './settings.ts'

const TIERS: readonly ServiceTier[] = ['DRAFT', 'STANDARD', 'PRO', 'DEDICATED']

/** The service, and what may be chosen with it: acceleration and sound. */
export function ServiceSettings({ settings: { draft, set, errorsOf, shows } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  return (
    <>
      {shows('service_tier') ? (
        <Choice
          label={t('fields.serviceTier')}
          value={draft.serviceTier}
          options={TIERS.map((each) => [each, t(`tiers.${each}.name`)] as const)}
          onChange={(serviceTier) => set({ serviceTier })}
          errors={errorsOf('serviceTier')}
          hint={t(`tiers.${draft.serviceTier}.about`)}
        />
      ) : null}
      {shows('acceleration') && draft.serviceTier === 'DRAFT' ? (
        <Toggle
          label={t('fields.acceleration')}
          checked={draft.acceleration === 'AUTO'}
          onChange={(isOn) => set({ acceleration: isOn ? 'AUTO' : 'OFF' })}
        />
      ) : null}
      {shows('audio') ? (
        <Toggle label={t('fields.audio')} checked={draft.audio} onChange={(audio) => set({ audio })} />
      ) : null}
    </>
  )
}
