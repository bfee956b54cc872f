import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation, useQuery } from 'urql'
import type { Work } from '../gallery/works.ts'
import { useWorks } from '../gallery/works-context.ts'
import { UpscaleQuoteDocument, type UpscaleQuoteQuery, UpscaleWorkDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import { goTo } from '../route.ts'
import styles from './detail-actions.module.css'

type Quote = NonNullable<UpscaleQuoteQuery['upscaleQuote']>

/** The button shows the price. If the price has changed, it shows the new one and charges only when pressed again. */
export function UpscaleButton({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const works = useWorks()
  const [{ data, error }] = useQuery({
    query: UpscaleQuoteDocument,
    variables: { id: work.id },
    requestPolicy: 'network-only',
  })
  const [moved, setMoved] = useState<Quote | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, send] = useMutation(UpscaleWorkDocument)
  const quote = moved ?? data?.upscaleQuote
  if (!quote) return error ? <p className={styles.note}>{failureOf(t, error, [])}</p> : null

  const upscale = async () => {
    const { data: answer, error: failure } = await send({
      input: { taskId: work.id, amountMicro: quote.amountMicro },
    })
    const payload = answer?.taskUpscale
    const [refusal] = payload?.userErrors ?? []
    if (refusal && 'quote' in refusal) setMoved(refusal.quote)
    setProblem(failureOf(t, failure, payload?.userErrors))
    if (!payload?.task) return
    works.put([payload.task])
    goTo(`/?work=${payload.task.id}`)
  }

  return (
    <>
      <Button disabled={fetching} onClick={upscale}>
        <Sparkles size={15} aria-hidden />
        {t('actions.upscale')} · {quote.amount}
      </Button>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </>
  )
}
