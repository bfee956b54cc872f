import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { hasBadAddress } from './draft.ts'
import styles from './more-settings.module.css'
import type { Settings } from './settings.ts'

/** Spec 4.1, seed: 31 bits. */
const SEED_MAX = 2 ** 31 - 1

function seedOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : String(Math.min(Number(digits), SEED_MAX))
}

/** Rarely used settings: collapsed, and absent if the operator hides all of them. */
export function MoreSettings({ settings: { draft, set, errorsOf, shows } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  const showsAcceleration = shows('acceleration') && draft.serviceTier === 'DRAFT'
  if (!shows('seed') && !shows('webhook_url') && !showsAcceleration) return null
  return (
    <details className={styles.more}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {t('compose.more')}
      </summary>
      <div className={styles.fields}>
        {showsAcceleration ? (
          <Toggle
            label={t('fields.acceleration')}
            checked={draft.acceleration === 'AUTO'}
            onChange={(isOn) => set({ acceleration: isOn ? 'AUTO' : 'OFF' })}
          />
        ) : null}
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
          <Field
            label={t('fields.webhookUrl')}
            errors={hasBadAddress(draft) ? [t('compose.address')] : errorsOf('webhookUrl')}
          >
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
