import { writeFile } from 'node:fs/promises'
import '../routes.ts'
import { clientTypes } from './types.ts'

/** Part of `npm run codegen`: writes the types of `@vidgate/client`. */

await writeFile('packages/client/src/generated/api.ts', clientTypes())
