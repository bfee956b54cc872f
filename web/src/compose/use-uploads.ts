import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { type Upload, upload } from '../api/upload.ts'
import { ownPictures } from '../parts/own-pictures.ts'
import { describeRefusal } from '../parts/refusal.ts'
import type { Draft } from './draft.ts'
import type { Item } from './item.ts'
import { withItems } from './markers.ts'

export interface Uploads {
  /** Sends an item's bytes and updates the draft with the progress. */
  readonly send: (item: Item & { readonly source: File }) => void
  /** Stops an item's upload and frees its preview. */
  readonly stop: (item: Item) => void
}

export function useUploads(setDraft: Dispatch<SetStateAction<Draft>>): Uploads {
  const { t } = useTranslation()
  const { api } = useSession()
  const running = useRef(new Map<string, Upload>())

  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const { abort } of uploads.values()) abort()
    }
  }, [])

  const change = useCallback(
    (key: string, part: Partial<Item>) =>
      setDraft((draft) =>
        withItems(
          draft,
          draft.items.map((item) => (item.key === key ? { ...item, ...part } : item)),
        ),
      ),
    [setDraft],
  )

  const send = useCallback(
    ({ key, source, purpose }: Item & { readonly source: File }) => {
      const sending = upload(api.key, source, purpose, (sent) => change(key, { sent }))
      running.current.set(key, sending)
      sending.done
        .then(
          ({ file, userErrors: [refusal] }) => {
            if (file) {
              if (file.kind === 'IMAGE') ownPictures.set(file.id, URL.createObjectURL(source))
              change(key, { file, kind: file.kind, sent: 1 })
            } else if (refusal) change(key, { problem: describeRefusal(t, refusal) })
          },
          ({ message, cause }: Error) => {
            const problem = message ? describeRefusal(t, { code: String(cause), message }) : t('problem.network')
            change(key, { problem })
          },
        )
        .finally(() => running.current.delete(key))
    },
    [api, change, t],
  )

  const stop = useCallback(({ key, preview }: Item) => {
    running.current.get(key)?.abort()
    if (preview) URL.revokeObjectURL(preview)
  }, [])

  return { send, stop }
}
