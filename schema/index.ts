import './scalars.ts'
import './account.ts'
import './apiKey.ts'
import './credit.ts'
import './file.ts'
import './pricing.ts'
import './prompt.ts'
import './taskCreate.ts'
import './taskEnd.ts'
import './taskQuote.ts'
import './taskQueue.ts'
import './tasks.ts'
import './taskUpdated.ts'
import './upscale.ts'
import { builder } from './builder.ts'

/** The public schema: one noun a file, each adding its own fields. */
export const schema = builder.toSchema()
