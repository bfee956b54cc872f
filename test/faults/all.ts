import type { Fault } from './fault.ts'
import { ERRORS, LIMITS, WEBHOOKS } from './faults/conventions.ts'
import { CREATE, MATERIAL } from './faults/create.ts'
import { VERSIONS } from './faults/earlier.ts'
import { UPLOADS } from './faults/files.ts'
import { KEYS } from './faults/keys.ts'
import { PROMPT, UPSCALE } from './faults/offers.ts'
import { CANVAS, TASK_FIELDS } from './faults/resources.ts'
import { SERVICE } from './faults/service.ts'
import { STATE_FAULTS } from './faults/states.ts'
import { CREDIT_FIELDS, FILE_FIELDS, KEY_FIELDS } from './faults/stores.ts'
import { READING, WRITING } from './faults/videos.ts'

/** Every fault, in the order of the specification except for sections that share a file. */
export const FAULTS: readonly Fault[] = [
  ...SERVICE,
  ...TASK_FIELDS,
  ...CANVAS,
  ...FILE_FIELDS,
  ...KEY_FIELDS,
  ...CREDIT_FIELDS,
  ...STATE_FAULTS,
  ...READING,
  ...CREATE,
  ...MATERIAL,
  ...WRITING,
  ...UPSCALE,
  ...UPLOADS,
  ...PROMPT,
  ...KEYS,
  ...WEBHOOKS,
  ...ERRORS,
  ...LIMITS,
  ...VERSIONS,
]
