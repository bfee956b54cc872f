import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import type { TypedDocumentString } from '../graphql/generated/graphql.ts'
import type { TestGateway } from '../support/gateway.ts'

/** A generated document for clients with a cache: parsed, and still typed. */
export function parsed<T, V>(document: TypedDocumentString<T, V>): TypedDocumentNode<T, V> {
  return parse(document.toString())
}

/** All states that a watcher of a task receives when the worker is `finish`. */
export const WHOLE = [
  '1 QUEUED',
  '2 ENCODING',
  '3 ENCODING',
  '4 RENDERING',
  '5 RENDERING',
  '6 PACKAGING',
  '7 SUCCEEDED',
]

/** Works on a queued task to its end; `between` runs after three of its seven states. */
export async function finish(gateway: TestGateway, id: string, between: () => void): Promise<void> {
  await encode(gateway, id)
  between()
  await renderAndPackage(gateway, id)
}
