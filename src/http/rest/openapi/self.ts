import { z } from 'zod'
import { IF_NONE_MATCH } from './headers.ts'
import { JSON_TYPE, type Operation } from './operation.ts'
import { answerSchema } from './schema.ts'

const OpenapiDocument = answerSchema(
  'OpenapiDocument',
  z
    .looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.', pattern: '^3\\.1\\.' }) })
    .meta({ description: 'A document of OpenAPI 3.1.' }),
)

export const SELF_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/openapi.json',
    id: 'getOpenapi',
    tag: 'API',
    need: 'nothing',
    summary: 'Get this document',
    description:
      'This description of the API. It needs no key. It changes only with a new release, so send its ETag with the next request.',
    parameters: [IF_NONE_MATCH],
    answers: {
      200: {
        description: 'An OpenAPI document.',
        content: [
          {
            type: JSON_TYPE,
            schema: OpenapiDocument,
          },
        ],
        headers: ['ETag', 'Cache-Control'],
      },
      304: { description: 'The client has this document already.', headers: ['ETag', 'Cache-Control'] },
    },
  },
]
