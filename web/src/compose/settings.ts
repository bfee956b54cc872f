import type { ConsoleField } from './console-parameters.ts'
import type { Draft } from './draft.ts'
import type { Offer } from './use-offer.ts'

/** How every part of the composer reads and writes the draft. */
export interface Settings {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
  /** The problems of a field, in the reader's language. */
  readonly errorsOf: (field: keyof Draft | 'inputImage' | 'endImage' | 'references') => readonly string[]
  /** Whether the operator shows a parameter to this account, and it can have an effect now. */
  readonly shows: (parameter: ConsoleField) => boolean
  /** Undefined until it is read. */
  readonly offer: Offer | undefined
}
