import { type Dispatch, type SetStateAction, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import type { Work } from '../gallery/works.ts'
import { type FilePurpose, StoredFileDocument } from '../generated/graphql.ts'
import type { Draft } from './draft.ts'
import { type Item, storedItem } from './item.ts'

/** Fills the composer with the request of a work, and parts of another one. A file that is deleted shows that at its position. */
export function useRerun(setDraft: Dispatch<SetStateAction<Draft>>): (work: Work, other?: Partial<Draft>) => void {
  const client = useClient()
  const { t } = useTranslation()
  return useCallback(
    (work, other = {}) => {
      const named: readonly (readonly [FilePurpose, string])[] = [
        ...(work.inputImage ? [['INPUT_IMAGE', work.inputImage] as const] : []),
        ...(work.endImage ? [['END_IMAGE', work.endImage] as const] : []),
        ...work.references.map((id) => ['REFERENCE', id] as const),
      ]
      setDraft((draft) => ({ ...draft, ...settingsOf(work), items: [], ...other }))
      const found = named.map(async ([purpose, id]) => {
        const { data } = await client.query(StoredFileDocument, { id }, { requestPolicy: 'network-only' }).toPromise()
        return itemOf(purpose, id, data?.file ?? null, t('codes.file_expired'))
      })
      void Promise.all(found).then((items) => setDraft((draft) => ({ ...draft, items: [...items, ...draft.items] })))
    },
    [client, setDraft, t],
  )
}

/** The request of a work, without its material. */
export function settingsOf(work: Work): Omit<Draft, 'items'> {
  const { prompt, aspectRatio, duration, resolution, serviceTier, acceleration, audio, useContextIr } = work
  return {
    prompt,
    mode: null,
    aspectRatio,
    duration,
    resolution,
    serviceTier,
    acceleration,
    audio,
    useContextIr,
    n: 1,
    seed: String(work.seed),
    webhookUrl: work.webhookUrl ?? '',
  }
}

/** @param gone message for a file that is no longer kept */
function itemOf(purpose: FilePurpose, id: string, file: Item['file'], gone: string): Item {
  if (file) return storedItem(file, purpose)
  return { key: id, purpose, name: id, kind: 'IMAGE', source: null, preview: null, sent: 1, file, problem: gone }
}
