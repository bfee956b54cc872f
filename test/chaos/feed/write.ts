import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { Client } from 'pg'
import { CHANGE, type Ground } from './ground.ts'

/** One transaction of a writer. */
interface Writing {
  /** The tasks it changes, by index. */
  readonly picks: readonly number[]
  /** Milliseconds it stays open after its last change. */
  readonly openMs: number
  readonly aborts: boolean
}

export interface Written {
  events: number
  aborted: number
}

const OPEN_MS = fc.oneof(
  { weight: 900, arbitrary: fc.constant(0) },
  { weight: 95, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 5, arbitrary: fc.integer({ min: 200, max: 1500 }) },
)

/** A fifth is rolled back. */
const writing: fc.Arbitrary<Writing> = fc.record({
  picks: fc.uniqueArray(fc.nat(9999), { minLength: 1, maxLength: 3 }),
  openMs: OPEN_MS,
  aborts: fc.nat(4).map((each) => each === 0),
})

/** Concurrent writers, each on its own connection, until together they have committed this many events. */
export async function write(
  { databaseUrl, resources, taskIds }: Ground,
  { writers, events, seed }: { readonly writers: number; readonly events: number; readonly seed: number },
  written: Written,
): Promise<void> {
  // Two writers share their tasks, so that transactions end in another order than they begin. Locks are always taken in
  // the same order, to avoid deadlocks.
  const go = async (index: number) => {
    const own = taskIds.filter((_, place) => place % Math.ceil(writers / 2) === index >> 1)
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    for (let round = 0; written.events < events; round++) {
      const drawn = fc.sample(writing, { numRuns: 100, seed: seed * 1_000_003 + round * writers + index })
      for (const each of drawn) {
        if (written.events >= events) break
        await perform(client, own, each, written)
        resources.hints.hint('events')
      }
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => go(index)))
}

async function perform(client: Client, own: readonly string[], each: Writing, written: Written): Promise<void> {
  const picked = each.picks.flatMap((pick) => own[pick % own.length] ?? [])
  await client.query('begin')
  for (const id of picked.sort()) await client.query({ name: 'change', text: CHANGE, values: [id] })
  if (each.openMs > 0) await pause(each.openMs)
  await client.query(each.aborts ? 'rollback' : 'commit')
  if (each.aborts) written.aborted += each.picks.length
  else written.events += each.picks.length
}
