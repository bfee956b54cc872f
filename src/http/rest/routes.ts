import { declaredRoutes } from './route.ts'
import './routes/videos/create.ts'
import './routes/videos/tasks.ts'
import './routes/videos/content.ts'
import './routes/videos/events.ts'
import './routes/upscale.ts'
import './routes/files.ts'
import './routes/prompt.ts'
import './routes/capabilities.ts'
import './routes/credits.ts'
import './routes/webhooks.ts'
import './routes/keys.ts'
import './routes/read-tokens.ts'
import './routes/account.ts'
import './routes/pages.ts'

/** Every route (spec 4), in the order of the document. A new file needs one line above. HEAD is answered where GET is. */
export const ROUTES = declaredRoutes()
