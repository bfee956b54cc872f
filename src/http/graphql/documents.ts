import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Characters of all kept documents together, about five hundred of usual length. A parsed one takes up to fifty times its text. */
const LENGTH_MAX = 256 * 1024
/** Longer documents are parsed each time. */
const ENTRY_LENGTH_MAX = 16 * 1024

/** A parsed document, with the result of its validation once there is one. */
interface Kept {
  readonly document: DocumentNode
  errors: readonly Error[] | null
}

/**
 * Caches parsed documents and the results of their validation by text, in place of Yoga's own cache. A document is cached the
 * second time it is sent. Documents that are never sent again would fill the heap until the next full collection: Yoga's cache
 * keeps each in a `WeakMap`, which the collection of young objects does not clear.
 */
export function keepDocuments(): Plugin {
  const kept = lengthBounded<Kept>()
  const sentOnce = lengthBounded<true>()
  const byDocument = new WeakMap<DocumentNode, Kept>()
  return {
    onParse({ params, setParsedDocument }) {
      const text = String(params.source)
      const known = kept.get(text)
      if (known) {
        setParsedDocument(known.document)
        return undefined
      }
      return ({ result: document }) => {
        if (!document || document instanceof Error || text.length > ENTRY_LENGTH_MAX) return
        if (!sentOnce.get(text)) {
          sentOnce.set(text, true)
          return
        }
        const entry: Kept = { document, errors: null }
        kept.set(text, entry)
        byDocument.set(document, entry)
      }
    },
    onValidate({ params: { documentAST }, setResult }) {
      const known = byDocument.get(documentAST)
      if (!known) return undefined
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

/** Values by text, bounded by the total length of the texts. The least recently used is removed first. */
function lengthBounded<T>() {
  const entries = new Map<string, T>()
  let length = 0
  return {
    get(text: string): T | undefined {
      const value = entries.get(text)
      if (value !== undefined) {
        entries.delete(text)
        entries.set(text, value)
      }
      return value
    },
    set(text: string, value: T): void {
      if (!entries.has(text)) length += text.length
      entries.set(text, value)
      for (const oldest of entries.keys()) {
        if (length <= LENGTH_MAX) return
        entries.delete(oldest)
        length -= oldest.length
      }
    },
  }
}
