import { ImageDown, ImageUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilePurpose } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import type { Material } from './use-material.ts'

const IMAGES = 'image/png,image/jpeg,image/webp'
export const ANY = `${IMAGES},video/mp4,video/quicktime,audio/mpeg,audio/wav,audio/mp4,audio/flac,.m4a,.mov`
const ICONS = { REFERENCE: Plus, INPUT_IMAGE: ImageUp, END_IMAGE: ImageDown } as const

interface PickButtonProps {
  readonly purpose: FilePurpose
  readonly onPick: Material['add']
}

export function PickButton({ purpose, onPick }: PickButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const Icon = ICONS[purpose]
  return (
    <>
      <Button look="bare" onClick={() => input.current?.click()}>
        <Icon size={15} aria-hidden />
        {t(`purpose.${purpose}`)}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t(`purpose.${purpose}`)}
        accept={purpose === 'REFERENCE' ? ANY : IMAGES}
        multiple={purpose === 'REFERENCE'}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])], purpose)
          target.value = ''
        }}
      />
    </>
  )
}
