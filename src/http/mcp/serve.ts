import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { toDomainError } from '../../errors.ts'
import { CURRENT_VERSION } from '../../key/version.ts'
import { rawMember } from '../../lib/json.ts'
import { EVENT_STREAM } from '../event-stream-head.ts'
import { requestIdOf } from '../request-id.ts'
import { errorObject, json } from '../rest/respond.ts'
import { callsTool, type McpCall, wantsProgress } from './call.ts'
import { TOOLS } from './tools.ts'
import type { Report } from './watch.ts'

/** Loaded with the first call of `/mcp`: the SDK takes 0.25 s and 11 MB. */

const INFO = { name: 'vidgate', title: 'vidgate', version: CURRENT_VERSION }
const INSTRUCTIONS =
  'Creates videos from prompts. price_video returns the price, create_video starts a video, watch_video waits for it. Amounts are in ' +
  'µ¥, millionths of a yuan.'

/** One for all: each server would make its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

let listed: ReturnType<typeof listTools> | null = null

function listTools() {
  return Object.entries(TOOLS).map(([name, { title, description, annotations, schema }]) => ({
    name,
    title,
    description,
    annotations: { title, ...annotations, openWorldHint: false },
    inputSchema: schema() as { type: 'object' },
  }))
}

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between messages, so any gateway answers any of them. The
 * answer is JSON; a client that waits for a video, asks for progress and accepts an event stream gets one.
 */
export async function serveMcp(call: McpCall): Promise<Response> {
  const { headers } = call.c.env.incoming
  const waits = callsTool(call.message, 'watch_video') && wantsProgress(call.message)
  const streams = waits && (headers.accept ?? '').includes(EVENT_STREAM)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams })
  const server = serverOf(call)
  // Their optional members differ in how they are declared only.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  call.c.env.outgoing.once('close', () => void server.close())
  const response = await transport.handleRequest(requestOf(headers), { parsedBody: call.message })
  if (streams || response.status === 202) return response
  return json(response.status, await response.text())
}

/** The request as the transport reads it. It would refuse a client that accepts JSON alone, which is what it gets. */
function requestOf({ 'mcp-protocol-version': version }: McpCall['c']['env']['incoming']['headers']): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' })
  if (version !== undefined) headers.set('mcp-protocol-version', String(version))
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

function serverOf(call: McpCall): Server {
  const server = new Server(INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => {
    listed ??= listTools()
    return { tools: listed }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`)
    const args = rawMember(rawMember(call.text, 'params') ?? '{}', 'arguments') ?? '{}'
    const report = reporter(params._meta?.progressToken, extra.sendNotification)
    try {
      return resultOf(await tool.run(call, args, report))
    } catch (error) {
      return refusalOf(call, error)
    }
  })
  return server
}

/** Sends progress, which must rise from one notification to the next. */
function reporter(
  progressToken: string | number | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): Report {
  let last = -1
  return ({ progress, status }) => {
    if (progressToken === undefined || progress <= last) return
    last = progress
    const params = { progressToken, progress, total: 1, message: status }
    // A client that has left needs no progress.
    send({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** The text, and a link to each video that can be downloaded. */
function resultOf(text: string): CallToolResult {
  const shown = JSON.parse(text) as Shown
  const links = [shown.video, shown, ...(shown.data ?? [])].flatMap((video) => {
    const uri = video?.output?.video_uri
    return uri ? [{ type: 'resource_link' as const, uri, name: `${video?.id}.mp4`, mimeType: 'video/mp4' }] : []
  })
  return { content: [{ type: 'text', text }, ...links] }
}

interface ShownVideo {
  readonly id?: string
  readonly output?: { readonly video_uri: string | null } | null
}

interface Shown extends ShownVideo {
  readonly video?: ShownVideo
  readonly data?: readonly ShownVideo[]
}

/** A refusal is a result: models read it and correct their call. */
function refusalOf({ rooms, c }: McpCall, thrown: unknown): CallToolResult {
  const requestId = requestIdOf(c.env.outgoing)
  const error = toDomainError(thrown)
  if (error !== thrown) rooms.resources.log.error({ err: thrown, requestId }, 'a tool failed')
  const again = error.retryAfter === null ? {} : { retry_after: error.retryAfter }
  const text = JSON.stringify({ error: { ...errorObject(error, requestId), ...again } })
  return { isError: true, content: [{ type: 'text', text }] }
}
