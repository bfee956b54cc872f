import { type Material, Refusal } from '../../engine.ts'
import { Unreadable } from '../codec/codec.ts'

/** The caller's name for a reference: counted by kind, like the prompt's markers. */
export function referenceName({ references }: Material, place: number): string {
  const kind = references[place]?.kind ?? 'image'
  const number = references.slice(0, place + 1).filter((file) => file.kind === kind).length
  return `Reference ${kind} ${number}`
}

/** Refuses an unreadable file under the caller's name for it. */
export async function named<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Refusal(
      'invalid_asset',
      `${name} could not be read: the file is damaged or of a kind that is not supported.`,
    )
  }
}
