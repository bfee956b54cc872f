import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { uniqueKey } from '../api/unique.ts'
import type { FilePurpose, MaterialFragment } from '../generated/graphql.ts'
import type { Draft } from './draft.ts'
import { type Item, isTooLarge, kindOf, storedItem } from './item.ts'
import { withItems, withoutMarker } from './markers.ts'
import { useUploads } from './use-uploads.ts'

export interface Material {
  readonly add: (files: Iterable<File>, purpose: FilePurpose) => void
  /** Adds an earlier upload, for its purpose. */
  readonly take: (file: MaterialFragment) => void
  /** Stops a running upload. */
  readonly remove: (item: Item) => void
  /** Changes its purpose, without sending it again. */
  readonly reuse: (item: Item, purpose: FilePurpose) => void
  readonly retry: (item: Item) => void
  /** Puts a file in the place of an item; the markers of the item then mean the file. */
  readonly replace: (item: Item, file: File) => void
  /** Deletes the markers of an item from the prompt. */
  readonly forget: (item: Item) => void
}

/** Adds material to the draft. Each frame is single: a new one replaces the old one. */
export function useMaterial(setDraft: Dispatch<SetStateAction<Draft>>): Material {
  const { t } = useTranslation()
  const { send, stop } = useUploads(setDraft)
  return useMemo(() => {
    const put = (item: Item) =>
      setDraft((draft) => {
        const isReplaced = ({ key, purpose }: Item) =>
          key !== item.key && purpose !== 'REFERENCE' && purpose === item.purpose
        for (const each of draft.items.filter(isReplaced)) stop(each)
        const others = draft.items.filter((each) => !isReplaced(each))
        const place = others.findIndex(({ key }) => key === item.key)
        const items = place < 0 ? [...others, item] : others.with(place, item)
        return { ...withItems(draft, items), mode: null }
      })
    const start = (item: Item & { readonly source: File }) => {
      const problem = isTooLarge(item.source) ? t('codes.file_too_large') : null
      put({ ...item, problem })
      if (!problem) send(item)
    }
    const add: Material['add'] = (files, purpose) => {
      for (const source of files) start(newItem(source, purpose))
    }
    const replace: Material['replace'] = ({ key, purpose }, source) => start({ ...newItem(source, purpose), key })
    return {
      add,
      take: (file) => put(storedItem(file)),
      remove(item) {
        stop(item)
        setDraft((draft) =>
          withItems(
            draft,
            draft.items.filter(({ key }) => key !== item.key),
          ),
        )
      },
      reuse: (item, purpose) => put({ ...item, purpose }),
      retry(item) {
        if (item.source) replace(item, item.source)
      },
      replace,
      forget: (item) => setDraft((draft) => withoutMarker(draft, item)),
    }
  }, [send, setDraft, stop, t])
}

function newItem(source: File, purpose: FilePurpose): Item & { readonly source: File } {
  const kind = kindOf(source.type)
  const preview = kind === 'AUDIO' ? null : URL.createObjectURL(source)
  return { key: uniqueKey(), purpose, name: source.name, kind, source, preview, sent: 0, file: null, problem: null }
}
