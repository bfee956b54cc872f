import type { TFunction } from 'i18next'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mode } from '../generated/graphql.ts'
import { Field } from '../parts/field.tsx'
import { hasBadAddress, isUsed } from './draft.ts'
import { ModeField } from './mode-field.tsx'
import styles from './more-settings.module.css'
import { ServiceSettings } from './service-settings.tsx'
import type { Settings } from './settings.ts'

/** Spec 4.1, seed: 31 bits. */
const SEED_MAX = 2 ** 31 - 1

function seedOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : String(Math.min(Number(digits), SEED_MAX))
}

/** The folded choices in words: the service, and what differs from a plain video. */
function chosenOf({ draft, shows }: Settings, t: TFunction): readonly string[] {
  return [
    draft.mode && t(`modes.${draft.mode}`),
    shows('service_tier') && t(`tiers.${draft.serviceTier}.name`),
    shows('acceleration') &&
      draft.serviceTier === 'DRAFT' &&
      draft.acceleration === 'OFF' &&
      t('compose.noAcceleration'),
    shows('audio') && !draft.audio && t('compose.noSound'),
    shows('seed') && draft.seed !== '' && `${t('fields.seed')} ${draft.seed}`,
    shows('webhook_url') && draft.webhookUrl.trim() !== '' && t('fields.webhookUrl'),
  ].filter((each) => typeof each === 'string')
}

interface MoreSettingsProps {
  readonly settings: Settings
  readonly mode: Mode
}

/**
 * Settings that most videos do not need: collapsed to one line with the chosen values. They open while one of them is refused, or
 * while the mode leaves material out.
 */
export function MoreSettings({ settings, mode }: MoreSettingsProps) {
  const { draft, set, errorsOf, shows } = settings
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const modeErrors =
    draft.items.length === 0 || draft.mode !== null
      ? [...errorsOf('mode'), ...errorsOf('inputImage'), ...errorsOf('references')]
      : []
  const webhookErrors = hasBadAddress(draft) ? [t('compose.address')] : errorsOf('webhookUrl')
  const isRefused = [modeErrors, errorsOf('serviceTier'), errorsOf('seed'), webhookErrors].some(
    ({ length }) => length > 0,
  )
  const leavesOut = draft.items.some(({ purpose }) => !isUsed(purpose, mode))
  return (
    <details
      className={styles.more}
      open={isOpen || isRefused || leavesOut}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight size={14} aria-hidden />
        {t('compose.more')}
        <span className={styles.chosen}>{chosenOf(settings, t).join(' · ')}</span>
      </summary>
      <div className={styles.fields}>
        <ModeField settings={settings} mode={mode} errors={modeErrors} />
        <ServiceSettings settings={settings} />
        {shows('seed') ? (
          <Field label={t('fields.seed')} errors={errorsOf('seed')} hint={t('compose.seedHint')}>
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                placeholder={t('compose.random')}
                value={draft.seed}
                onChange={({ target }) => set({ seed: seedOf(target.value) })}
              />
            )}
          </Field>
        ) : null}
        {shows('webhook_url') ? (
          <Field label={t('fields.webhookUrl')} errors={webhookErrors}>
            {(control) => (
              <input
                {...control}
                type="url"
                placeholder="https://"
                value={draft.webhookUrl}
                onChange={({ target }) => set({ webhookUrl: target.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
    </details>
  )
}
