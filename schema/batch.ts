import { DomainError } from '../src/errors.ts'
import type { Context } from '../src/graphql-context.ts'

/** What a read without its scope shows: null in place of an error, so that the rest of an answer is not affected. */
export async function readable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_scope') return null
    throw error
  }
}

interface Batch<Key, Value> {
  readonly keys: Set<Key>
  readonly values: Promise<ReadonlyMap<Key, Value> | null>
}

/**
 * Reads an edge of all objects that are resolved in the same turn of the event loop at once, so that a level of an answer costs
 * one query (docs/decisions/doors.md#edges). Nothing is kept afterwards: a subscription reads again for its next event.
 * @param read receives each key once; null for keys that it does not return, and for all if the caller lacks the scope
 */
export function batched<Key, Value, Args extends readonly unknown[] = []>(
  read: (context: Context, keys: readonly Key[], ...args: Args) => Promise<ReadonlyMap<Key, Value>>,
): (context: Context, key: Key, ...args: Args) => Promise<Value | null> {
  const batches = new WeakMap<Context, Map<string, Batch<Key, Value>>>()
  return async (context, key, ...args) => {
    const open = batches.get(context) ?? new Map<string, Batch<Key, Value>>()
    batches.set(context, open)
    const name = JSON.stringify(args)
    let batch = open.get(name)
    if (!batch) {
      const keys = new Set<Key>()
      const values = new Promise<void>(setImmediate).then(() => {
        open.delete(name)
        return readable(() => read(context, [...keys], ...args))
      })
      batch = { keys, values }
      open.set(name, batch)
    }
    batch.keys.add(key)
    const values = await batch.values
    return values?.get(key) ?? null
  }
}
