import { useTranslation } from 'react-i18next'
import type { Resolution } from '../generated/graphql.ts'
import { Choice } from '../parts/choice.tsx'
import { AspectPicker } from './aspect-picker.tsx'
import { DurationField } from './duration-field.tsx'
import type { Settings } from './settings.ts'
import type { OfferedMode } from './use-offer.ts'
import type { Quote } from './use-quote.ts'

const RESOLUTIONS: readonly (readonly [Resolution, string])[] = [
  ['R768P', '768p'],
  ['R2K', '2K'],
  ['R4K', '4K'],
]
const TAKES = [
  [1, '1'],
  [2, '2'],
  [4, '4'],
] as const

interface PictureSettingsProps {
  readonly settings: Settings
  readonly offered: OfferedMode | undefined
  readonly request: Quote['request'] | undefined
}

export function PictureSettings({ settings: { draft, set, errorsOf, shows }, offered, request }: PictureSettingsProps) {
  const { t } = useTranslation()
  return (
    <>
      {shows('aspect_ratio') ? (
        <AspectPicker
          value={draft.aspectRatio}
          resolved={request?.aspectRatio}
          onChange={(aspectRatio) => set({ aspectRatio })}
          errors={errorsOf('aspectRatio')}
        />
      ) : null}
      {shows('duration') ? (
        <DurationField
          value={draft.duration}
          offered={offered}
          onChange={(duration) => set({ duration })}
          request={request}
          errors={errorsOf('duration')}
        />
      ) : null}
      {shows('resolution') ? (
        <Choice
          label={t('fields.resolution')}
          value={draft.resolution}
          options={RESOLUTIONS}
          onChange={(resolution) => set({ resolution })}
          errors={errorsOf('resolution')}
          hint={request ? `${request.width} × ${request.height}` : undefined}
        />
      ) : null}
      {shows('n') ? (
        <Choice
          label={t('fields.n')}
          value={draft.n}
          options={TAKES}
          onChange={(n) => set({ n })}
          errors={errorsOf('n')}
        />
      ) : null}
    </>
  )
}
