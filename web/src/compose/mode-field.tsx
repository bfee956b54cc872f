import { useTranslation } from 'react-i18next'
import type { Mode } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/choice.tsx'
import type { Settings } from './settings.ts'
import { modeIn } from './use-offer.ts'

const MODES: readonly Mode[] = ['TEXT_TO_VIDEO', 'IMAGE_TO_VIDEO', 'REFERENCE_TO_VIDEO']

interface ModeFieldProps {
  readonly settings: Settings
  readonly mode: Mode
  readonly errors: readonly string[]
}

/** The mode: derived from the material until the user chooses one. */
export function ModeField({ settings: { draft, set, offer }, mode, errors }: ModeFieldProps) {
  const { t } = useTranslation()
  const hint =
    draft.mode === null ? (
      t('compose.derived')
    ) : (
      <Button look="link" onClick={() => set({ mode: null })}>
        {t('compose.derive')}
      </Button>
    )
  return (
    <Choice
      label={t('fields.mode')}
      value={mode}
      options={MODES.filter((each) => each === mode || !offer || modeIn(offer, each)).map(
        (each) => [each, t(`modes.${each}`)] as const,
      )}
      onChange={(chosen) => set({ mode: chosen })}
      errors={errors}
      hint={hint}
    />
  )
}
