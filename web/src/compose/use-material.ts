import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { uniqueKey } from '../api/unique.ts'
import type { FilePurpose, MaterialFragment } from '../generated/graphql.ts'
import type { Draft } from './draft.ts'
import { type Item, isTooLarge, kindOf, storedItem } from './item.ts'
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
}

/** Adds material to the draft. Each frame is single: a new one replaces the old one. */
export function useMaterial(setDraft: Dispatch<SetStateAction<Draft>>): Material {
  const { t } = useTranslation()
  const { send, stop } = useUploads(setDraft)
  return useMemo(() => {
    const put = (item: Item) =>
      setDraft((draft) => {
        const others = draft.items.filter(({ key }) => key !== item.key)
        const isReplaced = ({ purpose }: Item) => purpose !== 'REFERENCE' && purpose === item.purpose
        for (const each of others.filter(isReplaced)) stop(each)
        return { ...draft, mode: null, items: [...others.filter((each) => !isReplaced(each)), item] }
      })
    const add: Material['add'] = (files, purpose) => {
      for (const source of files) {
        const item = { ...newItem(source, purpose), source }
        const problem = isTooLarge(source) ? t('codes.file_too_large') : null
        put({ ...item, problem })
        if (!problem) send(item)
      }
    }
    const remove: Material['remove'] = (item) => {
      stop(item)
      setDraft((draft) => ({ ...draft, items: draft.items.filter(({ key }) => key !== item.key) }))
    }
    const retry: Material['retry'] = (item) => {
      remove(item)
      if (item.source) add([item.source], item.purpose)
    }
    const reuse: Material['reuse'] = (item, purpose) => put({ ...item, purpose })
    return { add, take: (file) => put(storedItem(file)), remove, reuse, retry }
  }, [send, setDraft, stop, t])
}

function newItem(source: File, purpose: FilePurpose): Item {
  const kind = kindOf(source.type)
  const preview = kind === 'AUDIO' ? null : URL.createObjectURL(source)
  return { key: uniqueKey(), purpose, name: source.name, kind, source, preview, sent: 0, file: null, problem: null }
}
