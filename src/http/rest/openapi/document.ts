import { CURRENT_VERSION } from '../../../key/version.ts'
import { ACCOUNT_OPERATIONS } from './account.ts'
import { CONTENT_OPERATIONS } from './content.ts'
import { CREDIT_OPERATIONS } from './credits.ts'
import { describeOperation, sharedResponses } from './describe.ts'
import { FILE_OPERATIONS } from './files.ts'
import { SECURITY_SCHEMES, TAGS, WELCOME } from './intro.ts'
import { KEY_OPERATIONS } from './keys.ts'
import type { Operation } from './operation.ts'
import { PROMPT_OPERATIONS } from './prompts.ts'
import { type JsonSchema, namedSchemas } from './schema.ts'
import { SELF_OPERATIONS } from './self.ts'
import { UPSCALE_OPERATIONS } from './upscales.ts'
import { VIDEO_OPERATIONS } from './videos.ts'
import { webhookItems } from './webhook-events.ts'
import { WEBHOOK_OPERATIONS } from './webhooks.ts'

/** Every operation of the document. A test compares them with the routes of the router. */
const OPERATIONS: readonly Operation[] = [
  ...VIDEO_OPERATIONS,
  ...CONTENT_OPERATIONS,
  ...UPSCALE_OPERATIONS,
  ...FILE_OPERATIONS,
  ...PROMPT_OPERATIONS,
  ...CREDIT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...KEY_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...SELF_OPERATIONS,
]

/**
 * The OpenAPI 3.1 document of REST. Requests are described by the schemas that validate them. Answers are not validated at run
 * time: a test compares them with their schemas.
 */
export function openapiDocument(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS) {
    const item = paths[operation.path] ?? {}
    paths[operation.path] = { ...item, [operation.method]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'vidgate',
      version: CURRENT_VERSION,
      summary: 'Prompts in, live progress, video out.',
      description: WELCOME,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This gateway.' }],
    tags: TAGS,
    security: [{ ApiKey: [] }],
    paths,
    webhooks: webhookItems(),
    components: { schemas: namedSchemas(), responses: sharedResponses(), securitySchemes: SECURITY_SCHEMES },
  }
}
