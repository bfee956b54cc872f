import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

const SHOWN_MS = 2000

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  readonly label: string
  readonly text: string
}

export function CopyButton({ label, text, look = 'plain' }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, SHOWN_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button look={look} onClick={copy}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{isCopied ? t('copied') : label}</span>
    </Button>
  )
}
