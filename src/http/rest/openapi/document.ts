import { CURRENT_VERSION } from '../../../key/version.ts'
import { declaredRoutes, inBraces } from '../route.ts'
import { describeOperation, sharedResponses } from './describe.ts'
import { SECURITY_SCHEMES, TAGS, WELCOME } from './intro.ts'
import { type JsonSchema, namedSchemas } from './schema.ts'
import { webhookItems } from './webhook-events.ts'

/**
 * The OpenAPI 3.1 document of the declared routes. Requests are described by the schemas that validate them. Answers are not
 * validated at run time: a test compares them with their schemas.
 * @param serverUrl PUBLIC_URL; null for the server that the document is read from
 */
export function openapiDocument(serverUrl: string | null = null): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, operation } of declaredRoutes()) {
    if (!operation) continue
    const named = inBraces(path)
    paths[named] = { ...paths[named], [method.toLowerCase()]: describeOperation(operation) }
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
    servers: [{ url: serverUrl ?? '/', description: 'This service.' }],
    tags: TAGS,
    security: [{ ApiKey: [] }],
    paths,
    webhooks: webhookItems(),
    components: { schemas: namedSchemas(), responses: sharedResponses(), securitySchemes: SECURITY_SCHEMES },
  }
}
