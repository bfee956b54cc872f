import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'

/** Characters of all kept documents together, about five hundred of usual length. A parsed one takes up to fifty times its text. */
const LENGTH_MAX = 256 * 1024
/** Longer documents are parsed each time. */
const ENTRY_LENGTH_MAX = 16 * 1024

/** A parsed document, with the result of its validation once there is one. */
interface Kept {
  readonly document: DocumentNode
  errors: readonly Error[] | null
}

/** Values by text. */
const cacheOf = <T extends object | true>() =>
  new LRUCache<string, T>({
    maxSize: LENGTH_MAX,
    maxEntrySize: ENTRY_LENGTH_MAX,
    sizeCalculation: (_value, text) => text.length,
  })

/**
 * Caches parsed documents and the results of their validation by text, in place of Yoga's own cache. A document is cached the
 * second time it is sent, so one that is never sent again takes no memory. Yoga keeps results in a `WeakMap` by document. Errors
 * refer to their document, and V8 removes an entry whose value refers to its key in full collections only.
 */
export function keepDocuments(): Plugin {
  const kept = cacheOf<Kept>()
  const sentOnce = cacheOf<true>()
  return {
    onParse({ params, setParsedDocument }) {
      const text = String(params.source)
      const known = kept.get(text)
      if (known) {
        setParsedDocument(known.document)
        return undefined
      }
      return ({ result: document }) => {
        if (!document || document instanceof Error) return
        if (sentOnce.get(text)) kept.set(text, { document, errors: null })
        else sentOnce.set(text, true)
      }
    },
    onValidate({ params: { documentAST }, setResult }) {
      const known = kept.get(documentAST.loc?.source.body ?? '')
      if (!known || known.document !== documentAST) return undefined
      if (known.errors) {
        setResult(known.errors)
        return undefined
      }
      return ({ result }) => {
        known.errors = result
      }
    },
  }
}
