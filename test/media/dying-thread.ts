import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { probe as honest, type Outcome } from '../../src/media/probe-thread.ts'

/** A probe that comes to grief with files of some names, as one with a fault would. */
export async function probe(path: string): Promise<Outcome> {
  const held: object[] = []
  switch (basename(path)) {
    case 'exit':
      return process.exit(3)
    case 'throw':
      setImmediate(() => {
        throw new Error('in a thread')
      })
      return new Promise(() => {})
    case 'loop':
      for (;;) await stat('.')
    case 'memory':
      for (;;) held.push({ held: held.length })
    default:
      return honest(path)
  }
}

export function ready(): void {}
