import { z } from 'zod'
import { assertScope } from '../../key/caller.ts'
import { parseFields, parseJson, storableText } from '../../lib/body.ts'
import { rawMembers } from '../../lib/json.ts'
import { PAGE_DEFAULT, PAGE_MAX, TOOL_WATCH_S } from '../../limits.ts'
import { cancelTask } from '../../task/cancel.ts'
import { createTasks } from '../../task/create.ts'
import { readQueuePositions } from '../../task/queue-position.ts'
import { quoteTask } from '../../task/quote.ts'
import { listTasks } from '../../task/read.ts'
import { SEARCHED } from '../../task/search.ts'
import { STATUSES } from '../../task/task.ts'
import { requestIdOf } from '../request-id.ts'
import { type JsonSchema, schemaNamed } from '../rest/openapi/schema.ts'
import { listText } from '../rest/respond.ts'
import { createdText } from '../rest/routes/videos/create.ts'
import { presenterFor } from '../rest/routes/videos/present.ts'
import { presentQuote } from '../rest/routes/videos/quote.ts'
import type { McpCall } from './call.ts'
import { CEILING, ceilingOf } from './ceiling.ts'
import { type Report, watchVideo } from './watch.ts'

/** A tool translates its arguments, which have the names of REST, and answers with the JSON text of REST. */
export interface Tool {
  readonly title: string
  readonly description: string
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean }
  /** JSON Schema of its arguments. */
  readonly schema: () => JsonSchema
  /** @param args JSON text of the arguments as sent. @throws DomainError */
  run(call: McpCall, args: string, report: Report): Promise<string>
}

const id = storableText(64).meta({ description: 'Id of the video, vid_….' })

const Watch = z.strictObject({
  id,
  timeout_seconds: z
    .number()
    .min(0)
    .max(TOOL_WATCH_S.max)
    .default(TOOL_WATCH_S.default)
    .meta({ description: 'How long to wait at most. 0 returns the current state.' }),
})
const Cancel = z.strictObject({ id })
const List = z.strictObject({
  limit: z.int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  after: storableText(64).optional().meta({ description: '`last_id` of the page before.' }),
  order: z.enum(['asc', 'desc']).default('desc'),
  status: z
    .array(z.enum(STATUSES))
    .max(STATUSES.length)
    .optional()
    .meta({ description: 'Only videos in these states.' }),
  search: z
    .string()
    .optional()
    .meta({
      description: `Only videos with this text in the prompt, in any case, or whose id begins with it. ${SEARCHED}`,
    }),
})

const schemaOf = (schema: z.ZodType) => () => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema

const ceiling = {
  type: 'integer',
  minimum: 0,
  description:
    'The most that this call may cost in all, in µ¥, millionths of a yuan. Nothing is created if it would cost more. Required, ' +
    'unless the client sends the header Max-Amount-Micro, which applies as well.',
}
const idempotencyKey = {
  type: 'string',
  description:
    'A text of your own for this create. A call with the same text and arguments returns the same videos and costs nothing.',
}

/** The arguments of a create are the body of `POST /v1/videos`, and these. */
function createSchema(): JsonSchema {
  const { properties, ...schema } = schemaNamed('CreateVideo')
  const own = { [CEILING]: ceiling, idempotency_key: idempotencyKey }
  return { ...schema, properties: { ...(properties as JsonSchema), ...own } }
}

async function createVideo({ rooms, c, caller, meter }: McpCall, args: string): Promise<string> {
  const { incoming, outgoing } = c.env
  const { idempotency_key: key } = parseFields(Own, parseJson(args))
  const members = rawMembers(args)
  return meter.create(async (rated) => {
    assertScope(caller, 'videos:write')
    members.set(CEILING, String(ceilingOf(incoming.headers, members.get(CEILING))))
    members.delete('idempotency_key')
    const body = `{${Array.from(members, ([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
    const call = { body, idempotencyKey: key ?? null, rated }
    const created = await createTasks(rooms.resources, rooms.lanes, caller, call)
    return createdText(created, rooms, caller, requestIdOf(outgoing))
  })
}

const Own = z.looseObject({ idempotency_key: z.string().optional() })

export const TOOLS: Readonly<Record<string, Tool>> = {
  create_video: {
    title: 'Create a video',
    description:
      'Starts a video and returns at once, with its id and state. It takes minutes: call watch_video next. Its price is set aside ' +
      'in the account, and charged when it is done.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    schema: createSchema,
    run: createVideo,
  },
  watch_video: {
    title: 'Wait for a video',
    description:
      'Waits until a video has ended, or for a limited time, and returns its state. If `ended` is false, call it again. A video that ' +
      'has succeeded has `output.video_uri`, a link that works for an hour.',
    annotations: { readOnlyHint: true },
    schema: schemaOf(Watch),
    async run(call, args, report) {
      const { id, timeout_seconds: seconds } = parseFields(Watch, parseJson(args))
      return watchVideo(call, id, seconds, report)
    },
  },
  cancel_video: {
    title: 'Cancel a video',
    description: 'Ends an unfinished video. Only completed work is charged.',
    annotations: { readOnlyHint: false, destructiveHint: true },
    schema: schemaOf(Cancel),
    async run({ rooms, caller }, args) {
      const { id } = parseFields(Cancel, parseJson(args))
      const { task } = await cancelTask(rooms.resources, caller, { id, idempotencyKey: null })
      return presenterFor(caller)(task, rooms)
    },
  },
  list_videos: {
    title: 'List videos',
    description: 'The videos of the account, newest first, page by page.',
    annotations: { readOnlyHint: true },
    schema: schemaOf(List),
    async run({ rooms, caller }, args) {
      const { after = null, status: statuses = null, ...page } = parseFields(List, parseJson(args))
      const listing = { ...page, after, statuses, mode: null, createdAfter: null, createdBefore: null }
      const tasks = await listTasks(rooms.resources, caller, listing)
      const queuePositions = await readQueuePositions(rooms.resources, tasks.items)
      return listText(tasks, (task) => presenterFor(caller)(task, rooms, queuePositions.get(task.id)))
    },
  },
  price_video: {
    title: 'Price a video',
    description:
      'Checks the arguments of create_video and returns the exact price and all problems. Nothing is created. `price.total_micro` ' +
      `is the least that ${CEILING} must be.`,
    annotations: { readOnlyHint: true },
    schema: () => schemaNamed('CreateVideo'),
    async run({ rooms, c, caller }, args) {
      return presentQuote(await quoteTask(rooms.resources, caller, args), false, requestIdOf(c.env.outgoing))
    },
  },
}
